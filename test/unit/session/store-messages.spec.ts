/** How often the store is asked where an operator waits, through the workstation's own handlers on the practice bank. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AccountInquiry } from '../../../preload/contract/bank/account-validation.ts'
import { countedStoreWorker, messagesOf } from '../support/store-messages.ts'
import {
  newFolder,
  removeFolder,
  standAloneBank,
  startWorkstation,
} from '../support/workstation.ts'

type Workstation = Awaited<ReturnType<typeof startWorkstation>>['workstation']

let folder: string
let bank: Awaited<ReturnType<typeof standAloneBank>>
let workstation: Workstation

beforeAll(async () => {
  folder = await newFolder()
  bank = await standAloneBank()
  const started = await startWorkstation(folder, bank.controlUrl, {
    storeWorker: countedStoreWorker,
  })
  workstation = started.workstation
})
afterAll(async () => {
  await workstation.close()
  await bank.control.close()
  bank.stop()
  await bank.exited
  await removeFolder(folder)
})

const mara = { operator: { id: 'practice-mara', name: 'Mara Ellison', roles: ['maker' as const] } }

function must<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
it('asks the store at most six times for one account validation, and for the next ones four times', async () => {
  const { residents } = await bank.control.town()
  const [resident] = residents
  const inquiry: AccountInquiry = {
    apiVersion: 'v1',
    routingNumber: resident?.routingNumber ?? '',
    accountNumber: resident?.accountNumber ?? '',
    ownerKind: 'person',
    owner: { firstName: 'Margaret', lastName: 'Alder' },
  }
  const { validation } = workstation.handlers
  const first = await messagesOf(() => validation.submit(inquiry, mara))
  const second = await messagesOf(() => validation.submit(inquiry, mara))
  // The first fetches a token, whose call is recorded, too.
  expect(first.messages.length).toBeLessThanOrEqual(6)
  expect(second.messages.length).toBeLessThanOrEqual(4)
  const { id, raw, outcome } = must(second.value)
  expect([outcome.kind, raw?.status]).toEqual(['answered', 200])
  // Shown as it was written: whoever opens it again is shown the same.
  expect(must(await validation.get({ id }, mara))).toEqual(must(second.value))
})
