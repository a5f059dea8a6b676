"""Write the shipped schema files anew: `python -m protocol.schema`."""

from protocol.schema import write_schemas

for path in write_schemas():
    print(path)
