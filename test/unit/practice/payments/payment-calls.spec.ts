import { expect, it } from 'vitest'
import { dayIn, someText, textLike } from '../practice-caller.ts'
import { debitAccount, errorOf, PaymentBank, rtp, wire } from './payment-bank.ts'

it('answers a payment as accepted and finds it by id and by reference from then on (bank note 71)', async () => {
  await using session = await PaymentBank.open()
  const sent = await session.initiate()
  expect(sent.json).toMatchObject({
    status: 'IN_PROCESS',
    transactionId: textLike(/^\d{8}P[0-9A-F]{16}$/),
    requestReference: 'REF0001',
    debitAccountNumber: debitAccount,
    creditAccountNumber: '880017',
    valueDate: someText,
    transferCurrency: 'USD',
  })
  const found = await session.byReference()
  expect(found.json['transactionId']).toBe(sent.json['transactionId'])
  expect((await session.byId(sent.json['transactionId'])).json).toEqual(found.json)
})

it('gives the transaction id as the sender’s reference, whatever was sent (bank note 63)', async () => {
  await using session = await PaymentBank.open()
  const { json } = await session.initiate(wire({ sendersReference: 'MINE' }))
  expect(json['sendersReference']).toBe(json['transactionId'])
})

it('writes an amount without its cents (bank note 61)', async () => {
  await using session = await PaymentBank.open()
  expect((await session.initiate(wire({ transferAmount: 12_500.75 }))).json['transferAmount']).toBe(
    12_500,
  )
})

it('moves an RTP payment to its end in seconds and a wire in a minute', async () => {
  await using session = await PaymentBank.open()
  await session.initiate(rtp({ requestReference: 'FAST' }))
  await session.initiate(wire({ requestReference: 'SLOW' }))
  session.caller.clock.advance(5000)
  const fast = await session.byReference('FAST')
  expect(fast.json).toMatchObject({ status: 'COMPLETED', clearingSystemReference: someText })
  expect((await session.byReference('SLOW')).json['status']).toBe('IN_PROCESS')
  session.caller.clock.advance(60_000)
  expect((await session.byReference('SLOW')).json['status']).toBe('COMPLETED')
})

it('keeps a payment with a later value date until that day begins (bank note 74)', async () => {
  await using session = await PaymentBank.open()
  await session.initiate(rtp({ requestedValueDate: dayIn(2) }))
  session.caller.clock.advance(3_600_000)
  expect((await session.byReference()).json['status']).toBe('IN_PROCESS')
  session.caller.clock.advance(2 * 86_400_000)
  // The token has expired: more than a day has passed.
  await session.caller.freshToken()
  expect((await session.byReference()).json['status']).toBe('COMPLETED')
})

it('answers 404 for an unknown payment, in the common envelope (bank note 67)', async () => {
  await using session = await PaymentBank.open()
  for (const answer of [await session.byReference('NONE'), await session.byId('NONE')]) {
    expect(answer.status).toBe(404)
    expect(answer.json).toMatchObject({ ErrorMessage: someText, 'X-CorrelationId': someText })
    expect(answer.json['ServiceError']).toBeUndefined()
  }
})

it('finds a payment with and without the leading zeros of its account (bank note 66)', async () => {
  await using session = await PaymentBank.open()
  await session.initiate(wire({ debitParty: { accountNumber: '0072004500' } }))
  expect((await session.byReference('REF0001', '0072004500')).status).toBe(200)
  expect((await session.byReference('REF0001', '72004500')).status).toBe(200)
  const other = await session.initiate(wire({ debitParty: { accountNumber: '72004500' } }))
  expect(errorOf(other)['code']).toBe('SVC-1010')
})

it('finds a reference that had to be encoded (bank note 66)', async () => {
  await using session = await PaymentBank.open()
  await session.initiate(wire({ requestReference: 'A/B 1?' }))
  expect((await session.byReference(encodeURIComponent('A/B 1?'))).status).toBe(200)
})

it('refuses a repeated debit account and reference and creates nothing (bank note 65)', async () => {
  await using session = await PaymentBank.open()
  await session.validate()
  const first = await session.initiate()
  expect(first.status).toBe(200)
  const second = await session.initiate(wire({ transferAmount: 1 }))
  expect([second.status, errorOf(second)['code']]).toEqual([400, 'SVC-1010'])
  expect((await session.validate()).status).toBe(400)
  expect((await session.byReference()).json['transactionId']).toBe(first.json['transactionId'])
  expect((await session.caller.control.ledger()).payments).toEqual([
    { debitAccount, requestReference: 'REF0001', count: 1 },
  ])
  const elsewhere = wire({ debitParty: { accountNumber: '7200450029' } })
  expect((await session.initiate(elsewhere)).status).toBe(200)
})

it('validates without creating anything or using the reference up (bank note 65)', async () => {
  await using session = await PaymentBank.open()
  const answer = await session.validate()
  expect(answer.status).toBe(200)
  expect(answer.json).toMatchObject({ requestReference: 'REF0001', transferAmount: 12_500 })
  expect(answer.json['transactionId']).toBeUndefined()
  expect((await session.byReference()).status).toBe(404)
  expect((await session.validate()).status).toBe(200)
  expect((await session.caller.control.ledger()).payments).toEqual([])
})

it('opens with a history of payments in every end, some with objects as status (bank notes 60, 71 and 74)', async () => {
  await using session = await PaymentBank.open()
  const history = async (number: number): Promise<Readonly<Record<string, unknown>>> => {
    const accounts = ['7200450011', '7200450029', '0072004500', '72004500370000017']
    const reference = `HIST${String(number).padStart(4, '0')}`
    return (await session.byReference(reference, accounts[(number - 1) % 4])).json
  }
  expect((await history(1))['status']).toBe('COMPLETED')
  expect(await history(4)).toMatchObject({ status: 'FAILED', error: { code: 'SVC-2002' } })
  expect(await history(10)).toMatchObject({ status: 'FAILED', error: { code: 'SVC-2001' } })
  expect(await history(18)).toMatchObject({ status: 'FAILED', error: { code: 'SVC-2003' } })
  expect(await history(23)).toMatchObject({ status: 'ERROR', error: { code: 'SVC-9999' } })
  expect(await history(28)).toMatchObject({ status: 'FAILED', error: { code: 'SVC-2003' } })
  expect((await history(48))['doddFrank']).toEqual({ noYesType: 'N' })
  expect((await history(12))['status']).toEqual({ paymentStatus: 'COMPLETED' })
  expect((await history(47))['status']).toBe('IN_PROCESS')
  expect((await session.caller.control.ledger()).payments).toEqual([])
})

it('pages the participants without gap or double, and wants limit and offset (bank note 75)', async () => {
  await using session = await PaymentBank.open()
  const seen: unknown[] = []
  for (let offset = 0; offset < 450; offset += 150) {
    const { json } = await session.participants(`?limit=150&offset=${String(offset)}`)
    seen.push(...(json['participants'] as { routingNumber: string }[]))
  }
  const whole = await session.participants('?limit=1000000&offset=0')
  expect(seen).toEqual(whole.json['participants'])
  expect(seen.length).toBeGreaterThan(400)
  expect(whole.json).toMatchObject({ totalRows: seen.length, retrievedRows: seen.length })
  const numbers = (seen as { routingNumber: string }[]).map((each) => each.routingNumber)
  expect(new Set(numbers).size).toBe(seen.length)
  for (const number of numbers) {
    expect(number).toMatch(/^55\d{7}$/)
    const sum = Array.from(number).reduce(
      (all, d, at) => all + Number(d) * ([3, 7, 1][at % 3] ?? 0),
      0,
    )
    expect(sum % 10, number).toBe(0)
  }
  expect(await session.caller.broken()).toEqual([])
})

it.each([
  ['', 'participant-paging-missing', 'SVC-1006'],
  ['?limit=10', 'participant-paging-missing', 'SVC-1006'],
  ['?offset=0', 'participant-paging-missing', 'SVC-1006'],
  ['?limit=0&offset=0', 'participant-paging-wrong', 'SVC-1007'],
  ['?limit=10&offset=-1', 'participant-paging-wrong', 'SVC-1007'],
])('refuses the participant list requested with "%s" (bank note 75)', async (query, rule, code) => {
  await using session = await PaymentBank.open()
  const answer = await session.participants(query)
  expect([answer.status, errorOf(answer)['code']]).toEqual([400, code])
  expect(await session.caller.broken()).toEqual([rule])
})

it('clears on reset what was taken in, and has its history again', async () => {
  await using session = await PaymentBank.open()
  await session.initiate()
  await session.caller.control.reset()
  expect((await session.byReference()).status).toBe(404)
  expect((await session.byReference('HIST0001')).status).toBe(200)
  expect(await session.caller.control.ledger()).toEqual({
    payments: [],
    batches: [],
    validations: [],
  })
  expect((await session.initiate()).status).toBe(200)
})
