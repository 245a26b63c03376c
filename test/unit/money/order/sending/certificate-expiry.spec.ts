/**
 * A send whose status tracking would outlast a certificate: everybody who decides is warned, and
 * nothing is blocked.
 */
import { describe, expect, it } from 'vitest'
import { followUpOfBatch } from '../../../../../main/money/batch/batch-details.ts'
import { certificateExpiryWarnings } from '../../../../../main/money/order/sending/certificate-expiry.ts'
import { followUpOfPayment } from '../../../../../main/money/payment/payment-details.ts'
import type {
  SessionProfile,
  WatchedCertificate,
} from '../../../../../main/profile/session-context.ts'
import { practiceProfile } from '../../../../../main/session/practice/practice-client.ts'
import type { Order } from '../../../../../preload/contract/domain/orders/order.ts'
import { batchDraft, entry, uuidOf } from '../support/batch-session.ts'
import { readingOf } from '../support/reading-session.ts'
import {
  as,
  codeOf,
  openSession,
  rowOf,
  draft,
  until,
  type SendingSession,
} from '../support/sending-session.ts'

/** A Monday, nine in the morning in New York. */
const now = new Date('2026-11-23T14:00:00.000Z')
const ending = (validTo: string, part: Partial<WatchedCertificate> = {}): WatchedCertificate => ({
  use: 'client',
  subject: 'CN=ridgeway',
  sha256: 'AA',
  validTo,
  successor: null,
  ...part,
})
const lastDay = '2026-11-25T23:59:59.000Z'

describe('the last day on which the bank may still report a change', () => {
  it.each([
    // Monday: settled on Monday or, from the Future Warehouse, on Tuesday; checked once more a day
    // later.
    ['WIRE', '2026-11-23', '2026-11-25'],
    // Wednesday before Thanksgiving: the next banking day is Friday.
    ['WIRE', '2026-11-25', '2026-11-28'],
    ['RTP', '2026-11-28', '2026-11-29'],
    // A day that has passed: it leaves today at the earliest.
    ['WIRE', '2026-11-02', '2026-11-25'],
  ] as const)('%s of %s: until %s', (service, valueDate, until) => {
    expect(followUpOfPayment({ service, valueDate }, now)?.until).toBe(until)
  })

  it.each([
    ['CCD', true, '2026-11-24', '2026-11-27'],
    ['PPD', false, '2026-11-24', '2026-11-27'],
    ['PPD', true, '2026-11-24', '2027-01-23'],
  ] as const)('an ACH batch, %s, debits %s, of %s: until %s', (secCode, hasDebits, date, until) => {
    const followUp = followUpOfBatch({ secCode, hasDebits, effectiveDate: date }, now)
    expect(followUp).toMatchObject({ until, source: 'network' })
    expect(followUp?.where).toContain('Nacha')
  })

  it('is unknown for an invalid date', () => {
    expect(followUpOfPayment({ service: 'RTP', valueDate: 'soon' }, now)).toBeNull()
    const batch = { secCode: 'CCD', hasDebits: false, effectiveDate: '' } as const
    expect(followUpOfBatch(batch, now)).toBeNull()
  })
})

describe('the warning', () => {
  const followUp = followUpOfPayment({ service: 'WIRE', valueDate: '2026-11-23' }, now)

  it('is given where the certificate ends before the last day is over, and not a second later', () => {
    expect(certificateExpiryWarnings(followUp, [ending(lastDay)])).toEqual([
      expect.objectContaining({ path: 'valueDate', source: 'bank' }),
    ])
    expect(certificateExpiryWarnings(followUp, [ending('2026-11-26T00:00:00.000Z')])).toEqual([])
    expect(certificateExpiryWarnings(null, [ending(lastDay)])).toEqual([])
  })

  it('names the first to end of the certificates that calls use', () => {
    const [warning, ...others] = certificateExpiryWarnings(followUp, [
      ending('2026-11-25T10:00:00.000Z'),
      ending('2026-11-24T10:00:00.000Z', { use: 'client-issuer', sha256: 'BB' }),
      ending('2026-11-23T15:00:00.000Z', { use: 'listener', sha256: 'CC' }),
    ])
    expect(others).toEqual([])
    expect(warning?.message).toContain(
      'The issuer of the client certificate is valid until 2026-11-24',
    )
    expect(warning?.message).toContain('may follow until 2026-11-25')
  })

  it('says that another is ready', () => {
    const successor = { kind: 'certificate', validTo: '2027-11-25T10:00:00.000Z' } as const
    const [warning] = certificateExpiryWarnings(followUp, [ending(lastDay, { successor })])
    expect(warning?.message).toContain(
      'Another certificate, valid until 2027-11-25, is ready to use',
    )
  })
})

/** A session whose client certificate ends at this instant. */
async function sessionEnding(validTo: string): Promise<SendingSession> {
  const session = await openSession()
  const certificates = [ending(validTo)]
  Object.assign(session.context, {
    profile: (): SessionProfile => ({ ...practiceProfile, certificates }),
  })
  return session
}
const expiryWarnings = ({ warnings }: Order): string[] =>
  warnings.map(({ message }) => message).filter((message) => message.includes('client certificate'))

it('is shown to the maker and to the approver while it may be sent, and the same is sent', async () => {
  const sent: string[] = []
  for (const validTo of ['2029-01-01T00:00:00.000Z', '2026-11-20T00:00:00.000Z']) {
    const session = await sessionEnding(validTo)
    const reading = readingOf(session)
    const seen = validTo.startsWith('2029') ? 0 : 1
    await draft(session, 'o1', { valueDate: '2026-11-24' })
    expect(expiryWarnings(await reading.get('mara'))).toHaveLength(seen)
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o1' }))).toBeUndefined()
    const reviewedHash = (await rowOf(session)).approval_hash ?? ''
    expect(expiryWarnings(await reading.get('theo'))).toHaveLength(seen)
    expect(expiryWarnings((await reading.review('theo')).order)).toHaveLength(seen)
    expect(
      codeOf(await as(session, 'theo')('approve', { id: 'o1', approvalHash: reviewedHash })),
    ).toBeUndefined()
    expect(expiryWarnings(await reading.get('mara'))).toHaveLength(seen)
    expect(
      codeOf(await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })),
    ).toBeUndefined()
    await until(session, 'accepted')
    expect(expiryWarnings(await reading.get('theo'))).toEqual([])
    sent.push(JSON.stringify([reviewedHash, session.bank.sent]))
  }
  expect(sent[1]).toBe(sent[0])
})

it('is shown for a batch of debits of consumers for as long as they may be called unauthorized', async () => {
  const session = await sessionEnding('2027-01-10T00:00:00.000Z')
  const reading = readingOf(session)
  await batchDraft(session, { entries: [entry(1)] })
  expect(expiryWarnings(await reading.get('mara'))).toEqual([])
  const debits = [entry(2, { creditDebitCode: 'D' })]
  await batchDraft(session, { id: 'o2', uuid: uuidOf(77), entries: debits })
  expect(expiryWarnings(await reading.get('mara', 'o2'))).toHaveLength(1)
})
