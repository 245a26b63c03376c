/** SQL that the program writes once means the same on both engines, down to the value it reads. */
import fc, { type Arbitrary } from 'fast-check'
import { createQueryId, sql, SqliteQueryCompiler, type RawBuilder } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { decimalText, numberIn } from '../../../main/store/dialect.ts'
import type { Engine } from '../../../main/store/engine.ts'
import { PostgresCompiler } from '../../../main/store/postgres/postgres-compiler.ts'
import { connectEngine } from '../../../main/store/postgres/postgres-engine.ts'
import { SqliteEngine } from '../../../main/store/sqlite/sqlite-engine.ts'
import { describeOnPostgres, reachOf } from '../../postgres/databases.ts'
import { newPostgresStore, newSqliteStore } from './engines.ts'

/** Returns what each engine reads for a query. */
async function bothEngines() {
  const sqlite = new SqliteEngine({ connection: newSqliteStore(), close: () => undefined })
  const postgres = await connectEngine(reachOf(await newPostgresStore()))
  onTestFinished(() => postgres.close())
  const read = async (
    engine: Engine,
    compiler: Pick<SqliteQueryCompiler, 'compileQuery'>,
    query: RawBuilder<unknown>,
  ) => {
    const compiled = compiler.compileQuery(query.toOperationNode(), createQueryId())
    return (await engine.run(compiled.sql, compiled.parameters)).rows
  }
  return async (query: RawBuilder<unknown>) => ({
    sqlite: await read(sqlite, new SqliteQueryCompiler(), query),
    postgres: await read(postgres, new PostgresCompiler(), query),
  })
}

const whole = (value: number): RawBuilder<unknown> => sql`CAST(${value} AS bigint)`
const text = (value: string | null): RawBuilder<unknown> => sql`CAST(${value} AS text)`

const numbers = fc.oneof(fc.integer({ min: -250, max: 250 }), fc.integer({ min: -1e12, max: 1e12 }))
const divisors = fc.constantFrom(-100, -7, 3, 100, 10_000)
const texts = fc
  .array(fc.constantFrom(...Array.from('aAzZéÉß😀 \t.%_-:019')), { maxLength: 6 })
  .map((letters) => letters.join(''))
const maybe = fc.option(texts, { nil: null })
const runs = { numRuns: 300 }

/** Each line is asked with any values. */
const alike: Readonly<Record<string, Arbitrary<RawBuilder<unknown>>>> = {
  'divide whole numbers, and take what is left over': fc.tuple(numbers, divisors).map(
    ([a, b]) =>
      sql`SELECT ${whole(a)} / ${whole(b)} AS part, ${whole(a)} % ${whole(b)} AS "left",
          abs(${whole(a)}) AS size, -${whole(a)} AS opposite`,
  ),
  'answer a condition with 1, 0 or nothing': fc.tuple(numbers, numbers, maybe, maybe).map(
    ([a, b, one, other]) =>
      sql`SELECT ${whole(a)} < ${whole(b)} AS less, ${text(one)} = ${text(other)} AS same,
          ${text(one)} IS NOT DISTINCT FROM ${text(other)} AS twin,
          (${text(one)}, ${whole(a)}) > (${text(other)}, ${whole(b)}) AS behind,
          ${text(one)} IN (SELECT value FROM json_each(${JSON.stringify([other, 'a'])})) AS among`,
  ),
  'compare texts by their letters': fc
    .tuple(texts, texts)
    .map(
      ([one, other]) =>
        sql`SELECT ${text(one)} < ${text(other)} AS less, max(${text(one)}, ${text(other)}) AS last`,
    ),
  'join texts and numbers': fc.tuple(maybe, numbers, maybe).map(
    ([one, a, other]) =>
      sql`SELECT ${text(one)} || ${whole(a)} AS joined, CAST(${whole(a)} AS text) AS written,
          concat_ws(' ', ${text(one)}, ${whole(a)}, ${text(other)}) AS listed,
          coalesce(nullif(${text(one)}, ''), ${text(other)}) AS found`,
  ),
  'change only the letters of ASCII, and only blanks at the ends': fc.tuple(texts, texts).map(
    ([one, other]) =>
      sql`SELECT lower(${text(one)}) AS small, upper(${text(one)}) AS tall,
          trim(${text(one)}) AS trimmed, ltrim(${text(one)}, '0') AS significant,
          length(${text(one)}) AS letters, replace(${text(one)}, 'a', ${text(other)}) AS replaced`,
  ),
  'cut a text': fc.tuple(texts, fc.integer({ min: 0, max: 8 }), fc.nat({ max: 8 })).map(
    ([one, from, many]) =>
      sql`SELECT substr(${text(one)}, ${sql.lit(from)}, ${sql.lit(many)}) AS part,
          substr(${text(one)}, ${sql.lit(-many)}) AS tail`,
  ),
  // LIKE of SQLite ignores case, so that only small letters are looked for.
  'find a beginning in small letters': fc
    .tuple(texts, texts)
    .map(
      ([one, other]) => sql`SELECT lower(${text(one)}) LIKE ${`${other.toLowerCase()}%`} AS begins`,
    ),
  'sum what there is, and nothing of nothing': fc
    .array(fc.option(numbers, { nil: null }), { maxLength: 4 })
    .map(
      (all) =>
        sql`SELECT sum(CAST(value AS bigint)) AS total, count(value) AS many, count(*) AS "rows",
          max(CAST(value AS bigint)) AS most, sum(CAST(value AS bigint) > 0) AS positive,
          coalesce(sum(CAST(value AS bigint) % 100), 0) AS low
          FROM json_each(${JSON.stringify(all)}) WHERE value IS NOT NULL OR CAST(key AS text) = '0'`,
    ),
  'write minor units as an amount': fc
    .nat({ max: 1e12 })
    .map((minor) => sql`SELECT ${decimalText(whole(minor))} AS amount`),
  'take the milliseconds between two instants': fc
    .tuple(fc.nat({ max: 4e12 }), fc.nat({ max: 1e8 }))
    .map(([ms, more]) => {
      const [from, until] = [ms, ms + more].map((each) => new Date(each).toISOString())
      return sql`SELECT CAST(round((julianday(${text(until ?? '')}) - julianday(${text(from ?? '')}))
        * 86400000) AS bigint) AS took`
    }),
  'sort nothing first, and conditions behind their opposites': fc
    .array(maybe, { maxLength: 5 })
    .map(
      (all) =>
        sql`SELECT value FROM json_each(${JSON.stringify(all)})
          ORDER BY value IS NULL DESC, coalesce(value, '') > 'a', value DESC, key`,
    ),
}

describeOnPostgres('both engines', () => {
  it.each(Object.entries(alike))('%s', async (_, queries) => {
    const ask = await bothEngines()
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const { sqlite, postgres } = await ask(query)
        expect(postgres).toEqual(sqlite)
      }),
      runs,
    )
  })

  it('read the same number at the beginning of any text', async () => {
    const ask = await bothEngines()
    const pieces = fc.constantFrom(
      ...'0|1|9|.|-|+|e|E|e5|e-7|e999|E-99999|,| |\t|x|1204.50|0.05|1000000|Infinity|NaN|é'.split(
        '|',
      ),
    )
    const written = fc.oneof(
      fc.array(pieces, { maxLength: 6 }).map((all) => all.join('')),
      fc.integer({ min: -1e9, max: 1e9 }).map((minor) => (minor / 100).toFixed(2)),
    )
    await fc.assert(
      fc.asyncProperty(written, async (amount) => {
        const { sqlite, postgres } = await ask(sql`SELECT ${numberIn(text(amount))} AS number`)
        const [one, other] = [sqlite, postgres].map(
          ([row]) => (row as { readonly number: number }).number,
        )
        // Of more than 15 digits SQLite rounds the last one otherwise, and none is below 1e-300.
        if (!Number.isFinite(one)) expect(other, amount).toBe(one)
        else
          expect(Math.abs((other ?? NaN) - (one ?? NaN)), amount).toBeLessThan(
            Math.max(1e-300, Math.abs(one ?? NaN) * 1e-15),
          )
      }),
      { numRuns: 1_000 },
    )
    for (const amount of ['1204.50', '-0.05', '12.', '9'.repeat(500), '', 'none']) {
      const { sqlite, postgres } = await ask(sql`SELECT ${numberIn(text(amount))} AS number`)
      expect(postgres, amount).toEqual(sqlite)
    }
    expect(await ask(sql`SELECT ${numberIn(text(null))} AS number`)).toEqual({
      sqlite: [{ number: null }],
      postgres: [{ number: null }],
    })
  })
})
