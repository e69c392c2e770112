"""Databases made from others, in one server."""

import itertools

import psycopg2.errors

from servers import Database


class Copies:
    def __init__(self, server):
        self.server = server
        self.numbers = itertools.count()

    def execute(self, sql):
        with self.server.admin.cursor() as cursor:
            cursor.execute(sql)

    def empty(self):
        return self.copy("template0")

    def copy(self, template):
        """Where sessions are still about to leave the template, it waits for them."""
        database = Database(self.server, f"torture_{next(self.numbers)}")
        # By copying files, because the databases are small and few pages of them are ever read.
        how = " STRATEGY file_copy" if self.server.major >= 15 else ""
        for attempt in itertools.count():
            try:
                self.execute(f"CREATE DATABASE {database.name} TEMPLATE {template}{how}")
                break
            except psycopg2.errors.ObjectInUse:
                if attempt == 20:
                    raise
        for name, in database.query("SELECT quote_ident(srvname) FROM pg_foreign_server WHERE srvoptions::text LIKE '%dbname%'"):
            database.query(f"ALTER SERVER {name} OPTIONS (SET dbname '{database.name}')")
        return database

    def keep(self, database):
        """The database as it is now, as a template's name."""
        return self.copy(database.name).name

    def drop(self, database):
        self.execute(f"DROP DATABASE {database.name} WITH (FORCE)")
