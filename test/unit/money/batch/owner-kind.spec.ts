/**
 * An entry is checked and judged by the kind of its payee: a check of the other kind does not
 * count.
 */
import { describe, expect, it, onTestFinished } from 'vitest'
import { ownershipTally } from '../../../../main/money/batch/batch-content.ts'
import { batchEvidenceMissing } from '../../../../main/money/batch/ownership/batch-evidence.ts'
import { ownershipOf } from '../../../../main/money/batch/ownership/entry-ownership.ts'
import { ownershipOfEntries } from '../../../../main/money/batch/ownership/store.ts'
import { questionsOf } from '../../../../main/money/batch/ownership/run.ts'
import type { BatchContext } from '../../../../main/money/batch/types.ts'
import { findBatch } from '../../../../main/money/batch/batch-records.ts'
import { prepareValidation } from '../../../../main/inquiry/save-validation.ts'
import type { SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import type { AccountAnswer } from '../../../../preload/contract/bank/account-validation.ts'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { defaultPolicy } from '../../../../preload/contract/domain/operators/policy.ts'
import type { PayeeDetails } from '../../../../preload/contract/domain/payees/payee.ts'
import { waitsBy } from '../../support/wait-times.ts'
import { agreed, book } from '../payees/book.ts'
import { putBatch, storedEntry } from './stored-batch.ts'

const matches: AccountAnswer = {
  kind: 'answered',
  reading: {
    errorCode: '000',
    accountStatus: { code: '099', message: 'Open Valid' },
    conditionCode: '000',
    overallMatchScore: '95',
    matches: { nameMatch: 'Y' },
    systemRecordId: null,
    primaryId: null,
    secondaryId: null,
    additionalId: null,
    routingNumber: null,
    accountNumber: null,
    feeAttrib: null,
    userDefined: null,
    other: [],
  },
  warnings: [],
  beside: [],
  trace: {
    status: 200,
    transactionId: null,
    namesPayment: false,
    correlationId: null,
    transactionTime: null,
  },
}

async function openSession() {
  const one = await book()
  onTestFinished(() => one.context.store.close())
  const policy = { ...defaultPolicy, ownership: { from: 1, maxAgeHours: 24 } }
  const context = {
    ...one.context,
    payees: one.payees,
    waits: waitsBy(one.context.clock),
    settings: { current: () => ({ scoreThreshold: 81 }) },
    policy: { current: () => ({ policy }) },
  } as unknown as BatchContext
  const { store, clock } = context
  /**
   * Checks the owner of Ann Alder's account as a person or a business; the bank confirms that it is
   * hers.
   */
  async function requested(ownerKind: 'person' | 'business'): Promise<void> {
    const owner =
      ownerKind === 'person'
        ? { firstName: 'Ann', lastName: 'Alder' }
        : { businessName: 'Ann Alder' }
    const account = { routingNumber: '021000021', accountNumber: '0004471' }
    const { act, write } = prepareValidation(
      { apiVersion: 'v1', ...account, ownerKind, owner },
      { answer: matches, callId: null },
      { id: ownerKind, at: clock.now().toISOString(), actor: 'ann' },
    )
    await store.record(act, write)
  }
  /**
   * The result in each place that reads checks for the only entry: in the draft, in the list, for
   * the policy, in the sum.
   */
  async function found(secCode: SecCode, part: Partial<TypedEntry> = {}) {
    const entry = storedEntry(part)
    const id = await putBatch(store, secCode, [entry])
    const inDraft = (await ownershipOfEntries(context, id))[0]?.validationId ?? null
    const owned = {
      id: entry.id,
      orderId: id,
      payeeId: entry.payeeId,
      account: '4471',
      routingNumber: '021000021',
      receiverName: 'Ann Alder',
    }
    const inList = (await ownershipOf(context, [owned])).get(entry.id)?.validationId ?? null
    const missing = await batchEvidenceMissing(context, { id })
    const { matches: matching, notVerified } = await ownershipTally(context, id)
    const batch = await findBatch(store.read, id)
    if (!batch) throw new Error('no batch')
    const wish = { entryIds: null, maxAgeHours: 24, since: null }
    const { questions } = await questionsOf(context, batch, wish)
    return {
      inDraft,
      inList,
      missing,
      tally: [matching, notVerified],
      ownerKinds: questions.map(({ ownerKind }) => ownerKind),
    }
  }
  const payee = (kind: PayeeDetails['kind']) =>
    agreed(one, {
      kind,
      name: 'Ann Alder',
      accountNumber: '4471',
      bank: { name: '', aba: '021000021', address: [] },
    })
  return { requested, found, payee }
}
const usedBy = (validationId: string) => ({
  inDraft: validationId,
  inList: validationId,
  missing: [],
  tally: [1, 0],
  ownerKinds: [],
})
const unused = (ownerKind: string) => ({
  inDraft: null,
  inList: null,
  missing: ['ownership'],
  tally: [0, 1],
  ownerKinds: [ownerKind],
})

describe('a check of one kind never answers for the other', () => {
  it.each([
    ['PPD', 'business', 'person'],
    ['CCD', 'person', 'business'],
    ['CTX', 'person', 'business'],
  ] as const)(
    'in %s, where no payee says, a check of a %s is not used',
    async (sec, other, own) => {
      const { requested, found } = await openSession()
      await requested(other)
      expect(await found(sec)).toEqual(unused(own))
      await requested(own)
      expect(await found(sec)).toEqual(usedBy(own))
    },
  )

  it.each([
    ['PPD', 'business', 'person'],
    ['CCD', 'person', 'business'],
  ] as const)('the kind of the payee goes before %s: %s', async (secCode, kind, other) => {
    const { requested, found, payee } = await openSession()
    const payeeId = await payee(kind)
    await requested(other)
    expect(await found(secCode, { payeeId })).toEqual(unused(kind))
    // An entry that was not chosen from the book goes to the same account.
    expect(await found(secCode)).toEqual(unused(kind))
    await requested(kind)
    expect(await found(secCode, { payeeId })).toEqual(usedBy(kind))
    expect(await found(secCode)).toEqual(usedBy(kind))
  })

  it('an older payee without a kind leaves it to the kind of entries', async () => {
    const { requested, found, payee } = await openSession()
    const payeeId = await payee(null)
    await requested('business')
    expect(await found('PPD', { payeeId })).toEqual(unused('person'))
    expect(await found('CCD', { payeeId })).toEqual(usedBy('business'))
  })
})
