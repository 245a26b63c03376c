/**
 * The whole process through the workstation's own handlers, on the practice bank: draft to
 * acceptance by two people.
 */
import { afterEach, expect, it, vi } from 'vitest'
import { emptyForm, emptyParty } from '../../../../preload/contract/domain/orders/payment-form.ts'
import { newFolder, removeFolder, startWorkstation } from '../../support/workstation.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

it('a payment is accepted by the practice bank once, after the approval of another person', async () => {
  const folder = await newFolder()
  cleanUps.push(() => removeFolder(folder))
  const { workstation } = await startWorkstation(folder)
  cleanUps.push(() => workstation.close())
  const { orders } = workstation.handlers
  const mara = {
    operator: { id: 'practice-mara', name: 'Mara Ellison', roles: ['maker' as const] },
  }
  const theo = { operator: { id: 'practice-theo', name: 'Theo Park', roles: ['checker' as const] } }
  const form = {
    ...emptyForm,
    debitAccountId: 'practice-1',
    valueDate: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    amount: '12,500.00',
    creditPartyBank: { ...emptyParty, aba: '550010014' },
    creditParty: { ...emptyParty, name: 'Ridgeway Supply', accountNumber: '5550142' },
  }
  const saved = await orders.saveDraft({ id: null, form }, mara)
  if (!saved.ok) throw new Error(JSON.stringify(saved.error))
  const { id } = saved.value
  const submitted = await orders.submit({ id }, mara)
  if (!submitted.ok) throw new Error(JSON.stringify(submitted.error))
  const reviewedHash = submitted.value.approvalHash ?? ''
  expect(await orders.approve({ id, approvalHash: reviewedHash }, mara)).toMatchObject({
    ok: false,
  })
  // Its owner was never checked, so nobody approves or releases it together with others.
  const together = { id, approvalHash: reviewedHash, isTogether: true }
  const alone = { ok: false, error: { code: 'decided-alone', why: 'owner-unknown' } }
  expect(await orders.approve(together, theo)).toEqual(alone)
  expect(await orders.get({ id }, mara)).toMatchObject({
    value: { state: 'awaiting-approval', approvalsGiven: [] },
  })
  const approved = await orders.approve({ id, approvalHash: reviewedHash }, theo)
  expect(approved).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect(await orders.release(together, mara)).toEqual(alone)
  expect(await orders.get({ id }, mara)).toMatchObject({
    value: { state: 'approved', attempts: [] },
  })
  const released = await orders.release({ id, approvalHash: reviewedHash }, mara)
  expect(released.ok).toBe(true)
  await vi.waitFor(
    async () =>
      expect(await orders.get({ id }, mara)).toMatchObject({ value: { state: 'accepted' } }),
    { timeout: 20_000 },
  )
  expect(await orders.get({ id }, mara)).toMatchObject({
    value: { attempts: [{ seq: 1, outcome: 'accepted', confirmedBy: null }], notSent: null },
  })
})
