/** The functions of PostgreSQL that have SQLite's names answer as SQLite does. */
import fc, { type Arbitrary } from 'fast-check'
import { expect, it } from 'vitest'
import { describeOnPostgres } from '../../postgres/databases.ts'
import { newPostgresStore, newSqliteStore } from './engines.ts'

const mark = '\u{f0000}'
/** As the engine writes texts, which have no NUL there. */
const written = (text: string): string =>
  text.replaceAll(mark, `${mark}1`).replaceAll('\0', `${mark}0`)
const read = (text: string): string =>
  text.replaceAll(new RegExp(`${mark}([01])`, 'g'), (_, kind) => (kind === '0' ? '\0' : mark))

/** Containers are compared by their content: escapes of the same letter may differ. */
function content(text: unknown): unknown {
  if (typeof text !== 'string' || !/^[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Asks both engines one question about texts; an error counts as the answer `refused`. */
async function bothEngines() {
  const sqlite = newSqliteStore()
  const postgres = await newPostgresStore()
  const tidy = (rows: readonly object[]) =>
    rows.map((row) => Object.values(row).map((value) => content(value)))
  return async (question: string, ...texts: string[]): Promise<[unknown, unknown]> => {
    let one: unknown
    let other: unknown
    try {
      one = tidy(sqlite.prepare(question).all(...texts) as object[])
    } catch {
      one = 'refused'
    }
    try {
      let place = 0
      const numbered = question.replaceAll('?', () => `$${String((place += 1))}`)
      const { rows } = await postgres.query<Record<string, string | null>>(
        numbered,
        texts.map(written),
      )
      const texted = rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, value === null ? null : read(value)]),
        ),
      )
      other = tidy(texted)
    } catch {
      other = 'refused'
    }
    return [one, other]
  }
}

/** One of the texts between the bars. */
const oneOf = (texts: string): Arbitrary<string> => fc.constantFrom(...texts.split('|'))
const pieces = oneOf(
  `a|é|😀|"|\\|\\u0000|\0|\n|\u001f|\u007f| |/|u005c|\ud800|\udbff|\udc00|\udfff|${mark}|${mark}0|${mark}1`,
)
const strings = fc
  .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 3 })), {
    maxLength: 6,
  })
  .map((all) => all.join(''))
const numbers = fc.oneof(
  fc.maxSafeInteger().map((n) => n + 0),
  fc.integer({ min: 1, max: 99_999_999 }).map((cents) => cents / 100),
)
const names = fc.oneof(oneOf('a|b|c|accountNumber|a b|0|1'), strings)
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    strings,
    numbers,
    fc.constantFrom(true, false, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))
/** JSON as JavaScript writes it, or with escapes for all letters beyond ASCII and some within. */
const jsons: Arbitrary<string> = fc
  .tuple(values, fc.constantFrom('plain', 'escaped', 'ESCAPED'))
  .map(([value, how]) => {
    const text = JSON.stringify(value)
    if (how === 'plain') return text
    const hex = (letter: string): string => {
      const code = letter.charCodeAt(0).toString(16).padStart(4, '0')
      return String.raw`\u` + (how === 'ESCAPED' ? code.toUpperCase() : code)
    }
    return text.replaceAll(/\\u[0-9a-f]{4}|\\.|[^ -~]|[bc]/g, (found) =>
      found.startsWith('\\') ? found : found.split('').map(hex).join(''),
    )
  })
/** A path of SQLite finds a name that goes on behind a NUL. */
const withoutNul = jsons.filter((json) => !json.includes(String.raw`\u0000`))
const runs = { numRuns: 400 }

describeOnPostgres('both engines', () => {
  it('take the same elements from any JSON', async () => {
    const ask = await bothEngines()
    await fc.assert(
      fc.asyncProperty(jsons, async (json) => {
        const [one, other] = await ask(
          'SELECT CAST(key AS text) AS key, CAST(value AS text) AS value FROM json_each(?)',
          json,
        )
        expect(other).toEqual(one)
        expect(other).not.toBe('refused')
      }),
      runs,
    )
  })

  it('find the same value at a path', async () => {
    const step = fc.constantFrom(
      '.a',
      '.b',
      '.accountNumber',
      '."a b"',
      '."0"',
      '[0]',
      '[1]',
      '[#-1]',
    )
    const path = fc.array(step, { maxLength: 3 }).map((steps) => `$${steps.join('')}`)
    const ask = await bothEngines()
    await fc.assert(
      fc.asyncProperty(withoutNul, path, async (json, at) => {
        const [one, other] = await ask(
          'SELECT CAST(json_extract(?, CAST(? AS text)) AS text) AS found',
          json,
          at,
        )
        expect(other).toEqual(one)
        expect(other).not.toBe('refused')
      }),
      runs,
    )
    for (const at of ['a', '$.', '$..a', '$[', '$[x]', ''])
      expect(await ask('SELECT json_extract(?, CAST(? AS text)) AS found', '[1]', at), at).toEqual([
        'refused',
        'refused',
      ])
  })

  it('find the same by an arrow and a path, a place, or below a path', async () => {
    const ask = await bothEngines()
    const path = oneOf('$.a|$.b|$.a.b|$.a[0]|$')
    await fc.assert(
      fc.asyncProperty(withoutNul, path, fc.nat({ max: 2 }), async (json, at, place) => {
        const [one, other] = await ask(
          `SELECT CAST(CAST(? AS text) ->> CAST(? AS text) AS text) AS found,
            iif(CAST(? AS text) -> CAST(? AS text) IS NULL, 'yes', 'no') AS is_nothing,
            CAST(CAST(? AS text) ->> ${String(place)} AS text) AS element,
            (SELECT CAST(count(value) AS text) FROM json_each(?, CAST(? AS text))) AS below`,
          json,
          at,
          json,
          at,
          json,
          json,
          at,
        )
        expect(other).toEqual(one)
        expect(other).not.toBe('refused')
      }),
      runs,
    )
  })

  it('count conditions, and choose by one', async () => {
    const ask = await bothEngines()
    const texts = oneOf('a|b|c')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(texts), { maxLength: 4 }), texts, async (all, text) => {
        const [one, other] = await ask(
          `SELECT CAST(sum(value = ?) AS text) AS many, CAST(CAST(max(value = ?) AS integer) AS text) AS any,
            json_group_array(iif(value = ?, 'yes', 'no')) AS chosen
            FROM json_each(?) WHERE +value <> 'c' AND +(value <> 'd')`,
          text,
          text,
          text,
          JSON.stringify(all),
        )
        expect(other).toEqual(one)
        expect(other).not.toBe('refused')
      }),
      runs,
    )
  })

  it('accept the same texts as JSON', async () => {
    const sqlite = newSqliteStore()
    const postgres = await newPostgresStore()
    const accepted = async (text: string) => {
      try {
        await postgres.query('SELECT CAST($1 AS json_text)', [text])
        return 1
      } catch {
        return 0
      }
    }
    const pieceOf = oneOf(
      `[|]|{|}|,|:|"|\\|\\u|00e9|d800|\\x|\t|\u0001| |0|1|-|+|.|e|E5|true|nul|null|NaN|'|/|"a"|\u00a0`,
    )
    const texts = fc.oneof(
      fc.array(pieceOf, { maxLength: 7 }).map((all) => all.join('')),
      jsons,
    )
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        if (text.includes('\0')) return
        const is = sqlite.prepare('SELECT json_valid(?) AS is_json').get(text)
        expect({ is_json: await accepted(text) }).toEqual(is)
      }),
      { numRuns: 1_500 },
    )
  })

  it('gather the same array, and an empty one of no rows', async () => {
    const ask = await bothEngines()
    const gathered = 'SELECT json_group_array(value) AS found FROM json_each(?)'
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(strings), { maxLength: 4 }), async (all) => {
        // SQLite writes what is no letter by its bytes, which its reader shows as three.
        const whole = all.map((each) => each?.toWellFormed() ?? null)
        const [one, other] = await ask(gathered, JSON.stringify(whole))
        expect(other).toEqual(one)
        expect(other).toEqual([[whole]])
      }),
      runs,
    )
  })

  it('find a part of a text at the same place, and its end', async () => {
    const ask = await bothEngines()
    const whole = fc.array(fc.constantFrom('a', 'b', 'é', '😀', ' '), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(whole, whole, fc.integer({ min: -9, max: 9 }), async (text, part, at) => {
        const [one, other] = await ask(
          `SELECT CAST(instr(?, ?) AS text) AS place, substr(?, ${String(at)}) AS tail`,
          text.join(''),
          part.slice(0, 2).join(''),
          text.join(''),
        )
        expect(other).toEqual(one)
      }),
      runs,
    )
  })

  it('take the greater and the lesser of two, and neither of nothing', async () => {
    const ask = await bothEngines()
    for (const [words, answer] of [
      [`max('b', 'a')`, 'b'],
      [`min('b', 'a')`, 'a'],
      [`max(NULL, 'a')`, null],
      [`min('a', NULL)`, null],
      ['max(9007199254740993, 2)', '9007199254740993'],
      ['min(-1, 2)', '-1'],
      ['max(2.5, 1)', '2.5'],
    ] as const)
      expect(await ask(`SELECT CAST(${words} AS text) AS found`), words).toEqual([
        [[answer]],
        [[answer]],
      ])
  })

  it('count the same days, and none of what is no time', async () => {
    const sqlite = newSqliteStore().prepare('SELECT julianday(?) AS day')
    const postgres = await newPostgresStore()
    const part = oneOf(
      '2026|-|11|28|02|31|00|T| |:|23|59|60|.|5|999|Z|z|+|05:30|-14:00|x|é|24|2026-02-30|10:20|2451545|e2',
    )
    const stamp = fc
      .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString())
    const texts = fc.oneof(
      stamp,
      stamp.map((text) => text.slice(0, 10)),
      fc.tuple(stamp, part).map(([text, more]) => text.slice(0, 19) + more),
      fc.tuple(stamp, part, part).map(([text, one, two]) => text.slice(0, 10) + one + two),
      fc.array(part, { maxLength: 7 }).map((all) => all.join('').replaceAll(/e\d{4,}/g, 'e2')),
    )
    const same = async (text: string): Promise<void> => {
      const { rows } = await postgres.query<{ day: number | null }>('SELECT julianday($1) AS day', [
        text,
      ])
      expect(rows[0], text).toEqual(sqlite.get(text))
    }
    const edges =
      '| |10:00|2451545.5|-4713-11-24 12:00|+5|-0|-5|5.|.5|1e9|1e-99|2026-11-28T|2026-11-28 10|'
    const late = '2026-11-28  10:00 +01:00 |2026-11-28T23:59:59.9999|9999-12-31T24:00'
    for (const text of [...edges.split('|'), ...late.split('|')]) await same(text)
    await fc.assert(fc.asyncProperty(texts, same), { numRuns: 1_500 })
  })
})
