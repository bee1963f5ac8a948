"""JSON Schema (2020-12) of the file format: what goes in and what comes out.

Both are built from the engine's own vocabularies and bounds; ``records.json`` and
``results.json`` beside this module are the same, written out, and a test keeps them
so (``python -m rules_engine.schema`` writes them anew).

A schema tells the shape. Whatever the engine reads, the schema accepts; the engine
refuses more than a schema can say (a lead that may be missing only when a kick ended
the game, a seat that cannot commit a clause).
"""

from rules_engine.schema.records import record_schema
from rules_engine.schema.results import result_schema

__all__ = ["record_schema", "result_schema"]
