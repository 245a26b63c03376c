/** Records what Kysely compiles in a test: setup of every project that opens stores. */
import { join } from 'node:path'
import { SqliteQueryCompiler } from 'kysely'
import { PostgresCompiler } from '../../main/store/postgres/postgres-compiler.ts'
import { postgresText } from '../../main/store/postgres/statement-text.ts'
import { recordStatement } from './record-statements.ts'

/** Files between a caller and the compiler. */
const portFiles = /^(?:main\/store\/(?:[a-z-]+\.ts|sqlite)|test\/postgres)/

const root = join(import.meta.dirname, '../..')

type Compile = typeof SqliteQueryCompiler.prototype.compileQuery

const shared = globalThis as { countersignRecordsCompiled?: true }
// Files of one process share Kysely, which is replaced once.
if (shared.countersignRecordsCompiled === undefined) {
  shared.countersignRecordsCompiled = true
  const { prototype } = SqliteQueryCompiler
  const compile: Compile = Reflect.get(prototype, 'compileQuery')
  Reflect.set(
    prototype,
    'compileQuery',
    function (this: SqliteQueryCompiler, ...given: Parameters<Compile>) {
      const { sql } = new PostgresCompiler().compileQuery(...given)
      recordStatement(postgresText(sql), caller)
      return compile.apply(this, given)
    },
  )
}

/** Returns the first place on the stack outside of the store's port and of libraries. */
function caller(): string {
  Error.stackTraceLimit = 40
  const places = (new Error().stack ?? '')
    .split('\n')
    .filter((line) => line.includes(root) && !line.includes('node_modules'))
    .flatMap(
      (line) => /[^(]*?((?:main|test)\/[^):]+:\d+)/.exec(line.split(root)[1] ?? '')?.[1] ?? [],
    )
  return places.find((place) => !portFiles.test(place)) ?? ''
}
