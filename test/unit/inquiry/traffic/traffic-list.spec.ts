import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { saveCall } from '../../../../main/bank/call-record.ts'
import { trafficLine } from '../../../../preload/contract/api/traffic.ts'
import { everything, found, recorded, silent, traffic, mara } from './recorded-calls.ts'

const dots = '\u2022\u2022\u2022\u2022'

describe('the list of calls', () => {
  it('shows the columns of a call, and parses as the contract has it', async () => {
    const { service } = await traffic()
    const { items, total, next } = await service.list(everything, mara)
    expect({ total, next }).toEqual({ total: 1, next: null })
    expect(items.map((item) => trafficLine.parse(item))).toEqual([
      {
        id: 'call-1',
        at: '2026-11-21T14:00:00.100Z',
        operator: 'Mara Ellison',
        purpose: 'account-validation',
        method: 'POST',
        path: '/accounts/validations/v1/verifyAccount',
        lane: 'interactive',
        waitedMs: 40,
        attempt: 1,
        tookMs: 60,
        status: 200,
        outcome: 'answered',
        correlationId: 'corr-9f31',
      },
    ])
  })

  it('masks an account in a path, by its place and by the account fields of the answer', async () => {
    const part = { requestBody: null, responseBody: '{"debitAccountNumber":"7000800099"}' }
    const { service } = await traffic([
      recorded({ ...part, path: '/status/debitAccount/1000200031/reference/R1' }),
      recorded({ ...part, id: 'call-2', path: '/of/7000800099' }),
    ])
    const { items } = await service.list(everything, mara)
    expect(items.map(({ path }) => path).sort()).toEqual([
      `/of/${dots}0099`,
      `/status/debitAccount/${dots}0031/reference/R1`,
    ])
  })

  it('pages newest first without losing or repeating a line, also within one instant', async () => {
    const calls = Array.from({ length: 7 }, (_, i) =>
      recorded({ id: `c${String(i)}`, at: `2026-11-21T14:00:0${String(Math.floor(i / 3))}.000Z` }),
    )
    const { service } = await traffic(calls)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof service.list>> = await service.list(
        {
          ...everything,
          cursor,
          limit: 2,
        },
        mara,
      )
      expect(page.total).toBe(7)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next
    } while (cursor !== null)
    expect(seen).toEqual(['c6', 'c5', 'c4', 'c3', 'c2', 'c1', 'c0'])
  })

  it('narrows to status class, outcome, purpose, lane and time', async () => {
    const { service } = await traffic([
      recorded({ id: 'ok' }),
      recorded({ id: 'warned', status: 299 }),
      recorded({ id: 'refused', status: 401, lane: 'unknown-outcome' }),
      recorded({ id: 'fault', status: 502, purpose: 'health-check' }),
      recorded({ id: 'moved', status: 302, at: '2026-11-22T00:00:00.000Z' }),
      recorded({ ...silent, id: 'silent' }),
    ])
    expect(await found(service, { statusClass: '2xx' })).toEqual(['ok'])
    expect(await found(service, { statusClass: '299' })).toEqual(['warned'])
    expect(await found(service, { statusClass: '4xx' })).toEqual(['refused'])
    expect(await found(service, { statusClass: '5xx' })).toEqual(['fault'])
    expect(await found(service, { statusClass: 'other' })).toEqual(['moved'])
    expect(await found(service, { statusClass: 'no-answer' })).toEqual(['silent'])
    expect(await found(service, { outcome: 'no-answer' })).toEqual(['silent'])
    expect(await found(service, { lane: 'unknown-outcome' })).toEqual(['refused'])
    expect(await found(service, { search: 'unknown-outcome' })).toEqual(['refused'])
    expect(await found(service, { purpose: 'health-check' })).toEqual(['fault'])
    expect(await found(service, { from: '2026-11-22T00:00:00.000Z' })).toEqual(['moved'])
    expect(await found(service, { to: '2026-11-22T00:00:00.000Z', statusClass: 'other' })).toEqual(
      [],
    )
    expect(await found(service, { search: 'corr-9f31', statusClass: '5xx' })).toEqual(['fault'])
    expect(await service.purposes()).toEqual(['account-validation', 'health-check'])
  })
})

describe('an account in a path', () => {
  const path = (account: string) => `/rtp/v1/payment/status/debitAccount/${account}/reference/REF-1`

  it.each(['12-34-56-78-90', 'AB123CD456EF', '1000200031'])(
    'is masked in the list and in the call: %s',
    async (account) => {
      const { service } = await traffic([
        recorded({ purpose: 'payment-status-by-reference', path: path(account) }),
      ])
      const { items } = await service.list(everything, mara)
      const call = await service.get('call-1')
      const shown = path(`\u2022\u2022\u2022\u2022${account.slice(-4)}`)
      expect(items[0]?.path).toBe(shown)
      expect(call.ok && call.value.path).toBe(shown)
    },
  )

  it.each([
    [
      'payment-status-by-reference',
      '/rtp/v1/payment/status/debitAccount/{debitAccount}/reference/{reference}',
    ],
    ['of-another-version', '/rtp/v1/payment/status/debitAccount/{}/reference/{}'],
  ])('is in no act, which cannot be corrected later: %s', async (purpose, inAct) => {
    const { store } = await traffic([
      recorded({ purpose, path: `${path('AB123CD456EF')}?of=1000200031` }),
    ])
    const acts = await store.read.selectFrom('audit_entries').selectAll().execute()
    expect(JSON.stringify(acts)).not.toMatch(/AB123CD456EF|1000200031/)
    const detail = acts.find(({ kind }) => kind === 'bank.called')?.detail ?? '{}'
    expect(JSON.parse(detail)).toMatchObject({ path: inAct })
  })
})

describe('the search', () => {
  it.each([
    ['a part of an account', '00200'],
    ['a part of a path', 'erifyAcc'],
    ['a header of the answer', 'corr-9f'],
    ['a header of the request', 'application/json'],
    ['a word of the request, in any case', 'MARGARET'],
    ['a word of the answer', 'alder,'],
    ['several words in any order', 'alder margaret'],
    ['the purpose', 'account-val'],
    ['the outcome', 'answered'],
    ['the operator', 'mara'],
    ['the detail of the outcome', 'TX-77'],
    ['a word too short for the index', 'v1'],
    ['a short word beside a long one', 'of verify'],
    ['nothing but blanks', '  \t'],
  ])('finds by %s', async (_what, search) => {
    const { service } = await traffic([
      recorded({
        path: '/accounts/validations/v1/of/verifyAccount',
        detail: { transactionId: 'TX-77' },
      }),
    ])
    expect(await found(service, { search })).toEqual(['call-1'])
  })

  it.each([
    'alder finch',
    '1000200032',
    'zz',
    '"""',
    'alder""',
    'alder NOT zebra',
    'a*',
    'words:alder',
    'NEAR(alder)',
  ])('takes %s for text and nothing else, and finds nothing', async (search) => {
    const { service } = await traffic([recorded({ actor: 'theo' })])
    expect(await found(service, { search })).toEqual([])
  })

  it.each([
    ['a number', '1000200031'],
    ['a number in parts', '100 020'],
  ])(
    'records who searched for %s, before it answers, and not the search text',
    async (_what, search) => {
      const { service, store } = await traffic()
      const acts = () =>
        store.read
          .selectFrom('audit_entries')
          .select(['actor', 'subject', 'detail'])
          .where('kind', '=', 'traffic.searched')
          .execute()
      const digits = search.replace(/\D/g, '').length
      const act = { actor: 'mara', subject: 'traffic', detail: `{"digits":${String(digits)}}` }
      await found(service, { search: 'alder v1 99' })
      expect(await acts()).toHaveLength(0)
      await found(service, { search })
      await found(service, { search })
      expect(await acts()).toEqual([act])
      await service.list({ ...everything, search }, { ...mara, id: 'theo' })
      expect(await acts()).toEqual([act, { ...act, actor: 'theo' }])
    },
  )

  it('finds letters with and without their accents', async () => {
    const { service } = await traffic([
      recorded({ responseBody: '{"n":"Ren\u00e9e M\u00fcller"}' }),
    ])
    for (const search of ['renee', 'ren\u00e9e', 'mu\u0308ller', 'MULLER']) {
      expect(await found(service, { search })).toEqual(['call-1'])
    }
  })

  it('does not look into bytes that are no text', async () => {
    const { service } = await traffic([
      recorded({ responseBody: '/wD+abcd', responseBodyBase64: true }),
    ])
    expect(await found(service, { search: 'wd+abcd' })).toEqual([])
  })

  it('never throws, whatever the text', async () => {
    const { service } = await traffic()
    const pieces = fc.constantFrom(
      '"""',
      "'",
      '*',
      '(',
      ')',
      ':',
      '^',
      '-',
      '+',
      'AND',
      'OR',
      'NOT',
      'NEAR',
      '\0',
      '\ud800',
      '{',
      '%',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 30 }),
          fc.array(pieces).map((p) => p.join(' ')),
          fc.array(pieces).map((p) => p.join('')),
        ),
        async (search) => {
          expect((await service.list({ ...everything, search }, mara)).total).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('knows a call from the moment its record is on the disk, and none that was taken back', async () => {
    const { service, store } = await traffic([])
    await saveCall(store, recorded())
    expect(await found(service, { search: 'verifyacc' })).toEqual(['call-1'])
    await expect(saveCall(store, recorded({ responseBody: 'zebra' }))).rejects.toThrow()
    expect(await found(service, { search: 'zebra' })).toEqual([])
  })

  it('finds each of many calls, before and after their group is indexed', async () => {
    const { service, store } = await traffic([])
    const ids = Array.from({ length: 70 }, (_, index) => `call-${String(index + 1)}`)
    for (const [index, id] of ids.entries()) {
      await saveCall(store, recorded({ id, correlationId: `corr-of-${id}-` }))
      // A search among them, so that a group is also completed after a part of it was indexed.
      if (index % 9 === 0) {
        expect(await found(service, { search: `corr-of-${id}-` })).toEqual([id])
      }
    }
    for (const id of ids) {
      expect(await found(service, { search: `corr-of-${id}-` })).toEqual([id])
    }
    expect((await service.list({ ...everything, search: 'verifyacc' }, mara)).total).toBe(70)
  })
})
