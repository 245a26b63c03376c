/** The SQLite library, with the typings of the library that it adds ciphers to. */
import type BetterSqlite3 from 'better-sqlite3'
// @ts-expect-error -- its package.json exports no typings.
import untyped from 'better-sqlite3-multiple-ciphers'

export const Sqlite = untyped as typeof BetterSqlite3

export type Connection = BetterSqlite3.Database
export type Statement = BetterSqlite3.Statement
