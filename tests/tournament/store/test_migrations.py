"""The steps lead to the tables that the code describes; other versions are met with a step or with words."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, inspect, text

from referee.tournament.store import migrating, migrations, opening, schema
from referee.tournament.store.errors import StoreError
from referee.tournament.store.store import Store
from tests.tournament.store.made import new_store, play

A_STEP_MORE = """
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("entrants", recreate="always") as entrants:
        entrants.add_column(sa.Column("country", sa.Text, nullable=False, server_default="nowhere"))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with new_store(tmp_path / "cup") as store:
        play(store, 0)
    return tmp_path / "cup"


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on we are a version that has one step more."""
    scripts = tmp_path / "scripts"
    shutil.copytree(str(migrations.__path__[0]), scripts)
    (scripts / "versions" / "v0002_countries.py").write_text(A_STEP_MORE)
    monkeypatch.setattr(migrating, "SCRIPTS", str(scripts))
    monkeypatch.setattr(opening, "REVISION", "0002")


def test_the_steps_lead_to_the_tables_that_are_described(folder: Path) -> None:
    engine = opening.open_for_reading(folder)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
        for table in schema.metadata.tables.values():
            assert checks_in_the_database(connection, table.name) == checks_described(table)
    engine.dispose()


def checks_in_the_database(connection: Any, table: str) -> set[tuple[Any, str]]:
    """alembic compares everything but these."""
    return {(check["name"], str(check["sqltext"])) for check in inspect(connection).get_check_constraints(table)}


def checks_described(table: Any) -> set[tuple[Any, str]]:
    described = [each for each in table.constraints if isinstance(each, CheckConstraint)]
    return {(f"ck_{table.name}_{str(each.name).removeprefix(f'ck_{table.name}_')}", str(each.sqltext))
            for each in described}  # fmt: skip


def test_the_newest_step_is_the_one_that_the_code_names() -> None:
    config = Config()
    config.set_main_option("script_location", migrating.SCRIPTS)
    assert ScriptDirectory.from_config(config).get_heads() == [schema.REVISION]


def test_a_database_of_an_older_version_is_brought_up_to_date(folder: Path, newer: None) -> None:
    with pytest.raises(
        StoreError, match=r"older referee \(tables 0001, now 0002\): going on with the run brings it up"
    ):
        Store.open_to_read(folder)
    with Store.open_to_write(folder) as store:
        assert len(store.results()) == 4
        with store._transaction() as connection:
            countries = connection.execute(text("SELECT country FROM entrants")).scalars().all()
    assert countries == ["nowhere"] * 4
    with Store.open_to_read(folder) as store:
        assert len(store.results()) == 4


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("INSERT INTO no_table VALUES (1)", "no such table: no_table"),
        ("DELETE FROM entrants", "can't be brought up to date: scores refers to entrants that are missing"),
    ],
)
def test_a_step_that_fails_leaves_everything_as_it_was(
    folder: Path, newer: None, tmp_path: Path, statement: str, words: str
) -> None:
    step = tmp_path / "scripts" / "versions" / "v0002_countries.py"
    step.write_text(A_STEP_MORE + '    op.execute("' + statement + '")\n')
    with pytest.raises(StoreError, match=words):
        Store.open_to_write(folder)
    step.write_text(A_STEP_MORE)
    with Store.open_to_write(folder) as store:
        assert len(store.results()) == 4


def test_a_database_of_a_newer_version_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "REVISION", "0000")
    for open_store in (Store.open_to_read, Store.open_to_write):
        with pytest.raises(StoreError, match=r"newer referee \(tables 0001, here 0000\): update this one"):
            open_store(folder)


def test_who_only_reads_does_not_wait_for_alembic(folder: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from referee.tournament.store.store import Store\n"
        "Store.open_to_read(Path(sys.argv[1])).close(); sys.exit('alembic' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program, str(folder)], check=True)
