/** Both engines find the same rows by the same words. */
import fc, { type Arbitrary } from 'fast-check'
import { createQueryId, SqliteQueryCompiler, type RawBuilder } from 'kysely'
import { expect, it } from 'vitest'
import { matchOf } from '../../../main/alerts/alert-search.ts'
import { indexLatestCalls, readSearch } from '../../../main/inquiry/traffic/traffic-search.ts'
import { hasParts, hasWords, type WordTable } from '../../../main/store/dialect.ts'
import { PostgresCompiler } from '../../../main/store/postgres/postgres-compiler.ts'
import {
  alertQuestion,
  moneyQuestion,
  payeeQuestion,
  validationQuestion,
} from '../../../main/workplace/search/search-question.ts'
import { jobContextOn } from '../../../main/store/store-server.ts'
import { describeOnPostgres } from '../../postgres/databases.ts'
import { orderRow } from '../../unit/money/order/support/stored-orders.ts'
import { newEngines, newPostgresStore, newSqliteStore } from './engines.ts'

type Row = Readonly<Record<string, string | number | null>>

/** A store of each engine; `change` alters that of PostgreSQL. */
async function bothStores(change = '') {
  const engines = await newEngines(change)
  const compilers = { sqlite: new SqliteQueryCompiler(), postgres: new PostgresCompiler() }

  async function write(statement: string, ...values: readonly unknown[]): Promise<void> {
    for (const [, engine] of engines) {
      await engine.begin()
      await engine.run(statement, values)
      await engine.commit()
    }
  }

  /** Inserts a row, or changes the one with the same key. */
  function put(table: string, row: object, key = 'id'): Promise<void> {
    const names = Object.keys(row)
    const changes = names.filter((name) => name !== key).map((name) => `${name} = excluded.${name}`)
    return write(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
       ON CONFLICT (${key}) DO UPDATE SET ${changes.join(', ')}`,
      ...(Object.values(row) as unknown[]),
    )
  }

  /** Returns what SQLite finds, by number or as `shown`. PostgreSQL must find the same. */
  async function found(
    table: WordTable | 'bank_call_text',
    condition: RawBuilder<unknown>,
    about: string,
    shown = 'rowid',
  ): Promise<unknown[]> {
    const [sqlite = [], postgres] = await Promise.all(
      engines.map(async ([, engine]) => {
        const { sql, parameters } = compilers[engine.kind].compileQuery(
          condition.toOperationNode(),
          createQueryId(),
        )
        const all = `SELECT ${shown} AS shown FROM ${table} WHERE ${sql} ORDER BY rowid`
        return ((await engine.run(all, parameters)).rows as { shown: unknown }[]).map(
          (row) => row.shown,
        )
      }),
    )
    expect(postgres, about).toEqual(sqlite)
    return sqlite
  }

  return {
    write,
    put,
    found,
    addWords: (seq: number, words: string) =>
      write('INSERT INTO alert_text (rowid, words) VALUES (?, ?)', seq, words.toWellFormed()),
    /** Returns the numbers of the alerts found by a search; undefined if it asks nothing. */
    search: async (typed: string): Promise<unknown[] | undefined> => {
      const match = matchOf({ ...everything, search: typed })
      const other = alertQuestion(typed)
      if (other !== null) await found('alert_text', hasWords('alert_text', other), typed)
      if (match === null) return undefined
      return found('alert_text', hasWords('alert_text', match), typed)
    },
    /** Returns the calls found by a search; undefined if it asks nothing of the index. */
    searchCalls: async (typed: string): Promise<unknown[] | undefined> => {
      const { long } = readSearch(typed)
      if (long.length === 0) return undefined
      for (const [, engine] of engines) await indexLatestCalls.run(jobContextOn(engine), null)
      return found('bank_call_text', hasParts(long), typed)
    },
  }
}

const everything = {
  kind: null,
  status: null,
  account: null,
  mark: null,
  incomingCredits: false,
} as const

const long = 'pneumono'.repeat(60)
const texts = [
  'Margaret Alder 091000010000042 1519.99 0031 USD',
  'MÜLLER & Söhne GmbH, Köln',
  'Zoe\u0308 O’Brien-Núñez',
  'Nguyễn Văn Ánh',
  'İstanbul ISTANBUL ıstanbul',
  'ΑΣ ας Ελλάς',
  'Straße STRASSE ﬁnance',
  '北京市朝阳区 银行 ｱｲｳ',
  'Жёлтый ЖЕЛТЫЙ',
  `a-b_c/d.e "quoted" 'single' \\back %like% :* & | ! <->`,
  `${long} ${long}x`,
  '\0nul\0between\0',
  '\u{f0000}plane \u{f0000}0 \ue000kach',
  'Ⓐ ⒷⒸ \u0345 x²y',
  '',
]
const searches = [
  'marg ald / margaret / argaret / m / 0031 / 0910000100 / 1,519.99 / 1519 / usd 0031 / muller',
  "MÜLLER / mu\u0308ller / söhne köln / soehne / zoe / ZOË / o’brien / o'brien / nunez / nguyen anh",
  'văn / istanbul / İSTANBUL / ıst / ας / ΑΣ / ελλας / straße / strasse / finance / ﬁnance / 北京',
  '北京市朝阳区 / 京市 / 银行 / ｱ / ｱｲ / желтый / ЖЁЛТЫЙ / b_c / "quoted" / "quot / \'single\' / \\back',
  '%like% / a b c d e / :* & | / AND / OR NOT / ( / nul / between / \u{f0000}plane / plane / 0 / kach',
  '\ue000kach / Ⓐ / ⓐ / x²y / x / - & " / \0',
]
  .flatMap((line) => line.split(' / '))
  .concat('', long, `${long}x`, `${long}y`, long.slice(0, 400))

const callOf = (id: string, body: string): Row => ({
  id,
  at: '2026-11-28T10:00:00.000Z',
  actor: 'mara',
  purpose: 'account-validation',
  method: 'POST',
  path: '/accounts/v1/verify',
  lane: 'interactive',
  waited_ms: 0,
  attempt: 1,
  status: 200,
  outcome: 'answered',
  detail: '{}',
  started_at: '',
  finished_at: '',
  request_headers: '{"accept":"json"}',
  request_body: body,
  response_headers: '{"x-id":"Corr-9F31","list":["eins","Zwölf"]}',
  response_body: '{"said":"ALDER, MARGARET"}',
})

const names = ['Ada Alder', 'BRUNO Birch 77', 'Zo\u00eb Dörn', "O'Hara", '']
const accounts = ['0011-223344', '99887766', '31', 'AB 12', '']
const searchesOfMoney = [
  'ada / birch / zoe dorn / hara / 3344 / 0011223344 / 99887766 / 31 / ab12 / 77 / 1.00 / 1,250.00',
  '1250 / 77.10 / 7710 / payment1 / november / march / alder falls / usd / 091000019',
].flatMap((line) => line.split(' / '))
const searched = {
  payment: moneyQuestion,
  batch: moneyQuestion,
  entry: moneyQuestion,
  validation: validationQuestion,
  payee: payeeQuestion,
}
const kinds = Object.keys(searched) as (keyof typeof searched)[]

const changes = fc.array(
  fc.record({
    what: fc.constantFrom(...kinds, 'file' as const),
    isRemoved: fc.boolean(),
    number: fc.constantFrom('1', '2'),
    name: fc.constantFrom(...names),
    account: fc.constantFrom(...accounts),
    amount: fc.constantFrom(null, 100, 125_000, 7_710),
    currency: fc.constantFrom('USD', 'jpy', 'KWD'),
    file: fc.constantFrom('november.csv', 'march.csv', null),
  }),
  { minLength: 1, maxLength: 12 },
)
type Change = (typeof changes extends Arbitrary<infer List> ? List : never)[number]

/** Makes a change in both stores. The one batch is never removed. */
function make({ put, write }: Awaited<ReturnType<typeof bothStores>>, change: Change) {
  const { what, isRemoved, number, name, account, amount, currency, file } = change
  const id = what === 'entry' ? number.padStart(32, 'e') : what + number
  const significant = account.replace(/^0+/, '')
  const order = { beneficiary: name, beneficiary_significant: significant, amount, currency }
  switch (what) {
    case 'payment':
      if (isRemoved) return write('DELETE FROM orders WHERE id = ?', id)
      return put('orders', orderRow({ ...order, id, reference: id, state: 'draft' }))
    case 'batch':
      return put('orders', { ...draftBatch, ...order })
    case 'file':
      return put(
        'batches',
        { order_id: draftBatch.id, sec_code: 'PPD', entries: 1, source_file: file },
        'order_id',
      )
    case 'entry':
      if (isRemoved) return write('DELETE FROM batch_entries WHERE id = ?', id)
      return put('batch_entries', {
        id,
        order_id: draftBatch.id,
        position: 1,
        typed: JSON.stringify({ receiverName: name, identificationNumber: currency }),
        amount,
        direction: 'C',
        routing_number: '',
        account_significant: significant,
        receiver_folded: '',
      })
    case 'validation':
      if (isRemoved) return write('DELETE FROM validations WHERE id = ?', id)
      return put('validations', {
        id,
        at: '',
        actor: '',
        api_version: 'v1',
        routing_number: '091000019',
        account_number: account,
        account_significant: significant,
        owner_kind: 'person',
        owner_name: name,
        fields_sent: '[]',
        user_defined: file,
        outcome: '{}',
        result_class: '',
        search_text: '',
      })
    case 'payee':
      if (isRemoved) return write('DELETE FROM payees WHERE id = ?', id)
      return put('payees', { id, at: '', changed_at: '', search_text: `${name} ${account}` })
  }
}
const draftBatch = orderRow({ id: 'b', reference: 'b', service: 'PPD', state: 'draft' })

/** Letters that the engines could take differently, and signs that a question could be made of. */
const letters = fc.constantFrom(
  ...Array.from('aBéßİıǅΣςệ京ж7٣²Ⓐ\u0345\u0305\u0331\u{10400}\ue000\0\u{f0000}\ufffe'),
  ...Array.from(' \n-.’"*%_\\\':&|!()'),
  'E\u0301',
)
const words = fc
  .array(fc.oneof(letters, fc.string({ unit: 'binary', maxLength: 2 })), { maxLength: 8 })
  .map((all) => all.join('').toWellFormed())

describeOnPostgres('full text of both engines', () => {
  it('finds the same alerts by the same words', async () => {
    const { addWords, search, write } = await bothStores()
    for (const [at, text] of texts.entries()) await addWords(at + 1, text)
    const found = new Map<string, unknown[] | undefined>()
    for (const typed of searches) found.set(typed, await search(typed))
    expect(
      [...found.values()].filter((all) => all !== undefined && all.length > 0).length,
    ).toBeGreaterThan(40)
    expect(found.get('marg ald')).toEqual([1])
    expect(found.get('argaret')).toEqual([])
    expect(found.get('zoe')).toEqual([3])
    expect(found.get('北京')).toEqual([8])
    expect(found.get(`${long}y`)).toEqual([])
    expect(found.get('- & "')).toBeUndefined()
    await write('DELETE FROM alert_text WHERE rowid = ?', 1)
    expect(await search('margaret')).toEqual([])
  })

  it('finds the same of any texts', async () => {
    const { addWords, search } = await bothStores()
    let seq = 0
    let found = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { minLength: 1, maxLength: 4 }),
        words,
        async (some, typed) => {
          for (const text of some) await addWords((seq += 1), text)
          for (const each of [typed, ...some, ...some.map((text) => text.slice(0, 2))])
            found += (await search(each))?.length ?? 0
        },
      ),
      { numRuns: 100 },
    )
    expect(found).toBeGreaterThan(100)
  })

  it('finds the same calls by the same parts', async () => {
    const { put, write, searchCalls } = await bothStores()
    for (const [at, text] of texts.entries())
      await put('bank_calls', callOf(`call${String(at)}`, text))
    for (const typed of [...searches, 'rgare', 'corr-9f31', 'zwolf', 'eins', 'post', '200', 'all'])
      await searchCalls(typed)
    expect(await searchCalls('rgaret ALD')).toHaveLength(texts.length)
    expect(await searchCalls('öhne')).toEqual([2])
    expect(await searchCalls('京市朝')).toEqual([8])
    expect(await searchCalls('%like%')).toEqual([10])
    expect(await searchCalls('e_c')).toEqual([])
    await write(`DELETE FROM bank_calls WHERE id = 'call1'`)
    expect(await searchCalls('öhne')).toEqual([])
    let calls = texts.length
    let found = 0
    await fc.assert(
      fc.asyncProperty(words, words, async (body, typed) => {
        await put('bank_calls', callOf(`call${String((calls += 1))}`, body))
        for (const each of [typed, body, body.slice(1)])
          found += (await searchCalls(each))?.length ?? 0
      }),
      { numRuns: 100 },
    )
    expect(found).toBeGreaterThan(50)
  })

  it('follows the same changes of what is searched', async () => {
    const stores = await bothStores()
    const { put, found } = stores
    await put('orders', draftBatch)
    // SQLite gives the number of a place once more if the newest was removed.
    const placeIn = (table: string): string =>
      `(SELECT id FROM search_places WHERE seq = ${table}.rowid)`
    let count = 0
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        for (const change of list) await make(stores, change)
        for (const kind of kinds)
          for (const typed of searchesOfMoney) {
            const table = `${kind}_text` as const
            const condition = hasWords(table, searched[kind](typed) ?? '')
            count += (await found(table, condition, typed, placeIn(table))).length
          }
      }),
      { numRuns: 40 },
    )
    expect(count).toBeGreaterThan(200)
  })

  it('takes every letter as SQLite does', async () => {
    const sqlite = newSqliteStore(`
      CREATE VIRTUAL TABLE letters USING fts5(
        words, content='', tokenize='unicode61 remove_diacritics 2');
      CREATE VIRTUAL TABLE terms USING fts5vocab(letters, row)`)
    const postgres = await newPostgresStore()
    for (let from = 1; from < 0x11_0000; from += from < 0x3_0000 ? 0x1000 : 0x1_0000) {
      const points = Array.from({ length: 0x1000 }, (_, at) => from + at).filter(
        (point) => point < 0x11_0000 && point !== 0xf_0000 && (point < 0xd800 || point > 0xdfff),
      )
      const text = points
        .map((point) => `${String(point)}q${String.fromCodePoint(point)}z`)
        .join(' ')
      sqlite.prepare(`INSERT INTO letters (letters) VALUES ('delete-all')`).run()
      sqlite.prepare('INSERT INTO letters (rowid, words) VALUES (1, ?)').run(text)
      const terms = sqlite.prepare('SELECT term FROM terms ORDER BY term').pluck().all()
      const { rows } = await postgres.query<{ term: string }>(
        'SELECT term FROM unnest(tsvector_to_array(lite.words($1))) AS term ORDER BY term',
        [text],
      )
      expect(rows.map(({ term }) => term)).toEqual(terms)
    }
  })

  it('refuses no text, however long', async () => {
    const { addWords, search } = await bothStores()
    const word = (at: number): string => `${String(at)}\u{10400}`.padEnd(400, '\u{20000}')
    await addWords(1, Array.from({ length: 1_000 }, (_, at) => word(at)).join(' '))
    await addWords(2, `begins${'x'.repeat(1_000_000)}`)
    expect(await search(word(7))).toEqual([1])
    expect(await search('begins')).toEqual([2])
    expect(await search(`begins${'x'.repeat(2_000)}`)).toEqual([2])
  })

  it('would be told apart if PostgreSQL kept an accent', async () => {
    const { addWords, search } =
      await bothStores(`CREATE OR REPLACE FUNCTION lite.folded(source text)
      RETURNS text LANGUAGE sql IMMUTABLE STRICT AS 'SELECT lower(source)'`)
    await addWords(1, 'MÜLLER')
    await expect(search('muller')).rejects.toThrow('muller')
  })
})
