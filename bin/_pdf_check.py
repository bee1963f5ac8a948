"""Exit with 0 when WeasyPrint finds its system libraries and a font; the reason goes to standard error."""

import io
import sys

try:
    import weasyprint

    drawn = io.BytesIO()
    weasyprint.HTML(string="<p>Bullseye – 14 ♠ Ñ").write_pdf(drawn, uncompressed_pdf=True)
except Exception as fault:
    sys.exit(f"WeasyPrint: {fault}")
if b"/FontFile" not in drawn.getvalue():
    sys.exit("WeasyPrint: no font is installed")
