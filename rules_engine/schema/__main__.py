"""Write the schemas out as the files beside this module."""

import json
from pathlib import Path

from rules_engine.schema import record_schema, result_schema

HERE = Path(__file__).parent

for name, schema in (("records", record_schema()), ("results", result_schema())):
    (HERE / f"{name}.json").write_text(json.dumps(schema, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
