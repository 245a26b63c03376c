import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Payee } from '../../../../../preload/contract/domain/payees/payee.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import PayeesPage from '../../../../../renderer/features/money/payees/PayeesPage.vue'
import { fakeBridge, workstationState } from '../../../support/fake-bridge.ts'
import { payee, payeeLine, shownPayee } from '../../../support/fake-money.ts'
import { bankName } from '../../../support/fake-payment-inquiry.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import { byRole, press } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})

const at = '2026-11-21T09:14:02.000Z'
const longName = `The ${'Very Long And Patient '.repeat(10)}Company of Millbrook`
const pageText = (): string => document.body.textContent.replace(/\s+/g, ' ')
const open = (address = '/payees') => mountPage(PayeesPage, address, '/payees/:id?')
async function click(name: string): Promise<void> {
  byRole('button', name).click()
  await flushPromises()
}
async function type(key: string, more: KeyboardEventInit = {}): Promise<void> {
  press(key, more)
  await flushPromises()
}
const as = (who: 'mara' | 'theo'): void => {
  const operator = workstationState.operators.find(({ id }) => id === `practice-${who}`)
  if (!operator) throw new Error('no such operator')
  bridge.workstation.getState.mockResolvedValue(ok({ ...workstationState, operator }))
}
const by = { id: 'practice-mara', name: 'Mara Ellison' }
const changed = (part: Partial<Payee> = {}): Payee =>
  payee({
    state: 'change-proposed',
    proposal: { version: 2, details: { ...shownPayee, name: 'Ridgeway Inc.' }, by, at },
    history: [
      {
        version: 2,
        at,
        by: 'Mara Ellison',
        what: 'proposed',
        comment: '',
        changed: ['name', 'accountNumber'],
      },
      ...payee().history,
    ],
    ...part,
  })
const row = (field: string): string =>
  (document.querySelector(`[data-field="${field}"]`)?.textContent ?? '').replace(/\s+/g, ' ')

describe('the list of payees', () => {
  it('shows the state of each payee and the number of payments, and counts waiting proposals', async () => {
    bridge.payees.list.mockImplementation(({ view }) =>
      Promise.resolve(
        ok({
          items: [payeeLine(), payeeLine({ id: 'p2', name: longName, state: 'new' })],
          next: null,
          total: view === 'waiting' ? 1 : 2,
        }),
      ),
    )
    const { page } = await open()
    expect(pageText()).toContain('2 payees')
    expect(pageText()).toContain('1 proposal waiting')
    expect(pageText()).toContain(longName)
    expect(pageText()).toContain('New, waiting')
    await expectNoViolation(page)
    await click('1 proposal waiting')
    expect(bridge.payees.list).toHaveBeenLastCalledWith(
      expect.objectContaining({ view: 'waiting', cursor: null }),
    )
  })

  it('explains the book while it is empty, and offers the first step', async () => {
    bridge.payees.list.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
    const { page } = await open()
    expect(pageText()).toContain('Another person approves each entry')
    await click('Propose first payee')
    expect(byRole('textbox', 'Name*')).toBe(document.activeElement)
    await expectNoViolation(page)
  })

  it('updates in place when main reports a change', async () => {
    await open()
    bridge.payees.list.mockResolvedValue(
      ok({ items: [payeeLine(), payeeLine({ id: 'p2', name: 'Acme' })], next: null, total: 2 }),
    )
    bridge.emit('payees', 'changed', { id: 'p2' })
    await flushPromises()
    expect(pageText()).toContain('Acme')
    expect(pageText()).toContain('2 payees')
  })

  it('shows why it cannot be read', async () => {
    bridge.payees.list.mockResolvedValue(err({ code: 'internal', reference: 'R-1' }))
    await open()
    expect(pageText()).toContain('R-1')
    bridge.payees.list.mockResolvedValue(ok({ items: [payeeLine()], next: null, total: 1 }))
    await click('Read again')
    expect(pageText()).toContain('Ridgeway Supply')
  })
})

describe('an open payee', () => {
  it('shows the bank of its routing number, approved and proposed, also while typing', async () => {
    bridge.bankNames.find.mockResolvedValue(ok({ names: [bankName()], hasDirectory: true }))
    bridge.payees.get.mockResolvedValue(ok(changed()))
    await open('/payees/p1')
    expect(row('bank.aba').match(/MILL BANK/g)).toHaveLength(2)
    await type('E', { ctrlKey: true, shiftKey: true })
    const field = byRole('textbox', 'ABA number') as HTMLInputElement
    field.value = '021000021'
    field.dispatchEvent(new Event('input'))
    await flushPromises()
    expect(document.querySelector('form')?.textContent).toContain('MILL BANK')
  })

  it('shows approved beside proposed details, and marks differences even in masked parts', async () => {
    bridge.payees.get.mockResolvedValue(ok(changed()))
    const { page } = await open('/payees/p1')
    expect(row('name')).toContain('changed')
    expect(row('name')).toContain('Ridgeway Supply')
    expect(row('name')).toContain('Ridgeway Inc.')
    expect(row('accountNumber')).toContain('Differs in the masked part')
    expect(row('bank.name')).not.toContain('changed')
    expect(pageText()).toContain('Version 2, proposed by Mara Ellison')
    expect(pageText()).toContain('Fields: Name, Account number')
    await expectNoViolation(page)
  })

  it('is shown in full only on request, and masked again when it changes', async () => {
    bridge.payees.reveal.mockResolvedValue(
      ok(payee({ isMasked: false, approved: { ...shownPayee, accountNumber: '000123455678' } })),
    )
    await open('/payees/p1')
    expect(pageText()).not.toContain('000123455678')
    await click('Show accounts in full')
    expect(bridge.payees.reveal).toHaveBeenCalledWith({ id: 'p1' })
    expect(row('accountNumber')).toContain('000123455678')
    bridge.payees.get.mockResolvedValue(ok(changed()))
    bridge.emit('payees', 'changed', { id: 'p1' })
    await flushPromises()
    expect(pageText()).not.toContain('000123455678')
  })

  it('that does not exist is reported as such', async () => {
    bridge.payees.get.mockResolvedValue(err({ code: 'not-found' }))
    const { page } = await open('/payees/none')
    expect(pageText()).toContain('Not found')
    await expectNoViolation(page)
  })

  it('that was removed offers no action', async () => {
    bridge.payees.get.mockResolvedValue(ok(payee({ state: 'removed' })))
    await open('/payees/p1')
    expect(pageText()).toContain('Was approved')
    expect(pageText()).not.toContain('Propose change')
  })

  it('takes the focus once it has loaded, also when it was opened before main answered', async () => {
    const { promise, resolve } =
      Promise.withResolvers<Awaited<ReturnType<typeof bridge.payees.get>>>()
    bridge.payees.get.mockReturnValueOnce(promise)
    await open()
    document.querySelector<HTMLElement>('[data-row="0"]')?.focus()
    await type('Enter')
    resolve(ok(payee()))
    await flushPromises()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Payee')
  })

  it('closes by Escape', async () => {
    const { router } = await open('/payees/p1')
    await type('Escape')
    expect(router.currentRoute.value.path).toBe('/payees')
    expect(document.querySelector('section[aria-label="Payee"]')).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Search the payees')
  })

  it('that was opened from its line returns the focus to it', async () => {
    const { router } = await open()
    document.querySelector<HTMLElement>('[data-row="0"]')?.focus()
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/payees/p1')
    await type('Enter')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Payee')
    await type('Escape')
    expect(router.currentRoute.value.path).toBe('/payees')
    expect((document.activeElement as HTMLElement).dataset['row']).toBe('0')
    await type('Enter')
    expect(router.currentRoute.value.path).toBe('/payees/p1')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Payee')
  })
})

describe('P3: a decision', () => {
  it('is not offered to the proposer, who can withdraw it', async () => {
    bridge.payees.get.mockResolvedValue(ok(changed()))
    await open('/payees/p1')
    expect(pageText()).toContain('Another person decides.')
    expect(pageText()).not.toContain('Approve Ridgeway')
    await type('Enter', { ctrlKey: true, shiftKey: true })
    expect(bridge.payees.decide).not.toHaveBeenCalled()
    await click('Withdraw proposal')
    expect(bridge.payees.withdraw).toHaveBeenCalledWith({ id: 'p1', version: 2 })
  })

  it('shows payee, account and environment, and covers exactly the shown version', async () => {
    as('theo')
    bridge.payees.get.mockResolvedValue(ok(changed()))
    const { page } = await open('/payees/p1')
    await page.get('textarea').setValue('Called them')
    await expectNoViolation(page)
    await click('Approve Ridgeway Inc. (\u2022\u2022\u2022\u20225678) in Practice')
    expect(bridge.payees.decide).toHaveBeenCalledWith({
      id: 'p1',
      version: 2,
      decision: 'approve',
      comment: 'Called them',
    })
  })

  it('is created by its shortcut', async () => {
    as('theo')
    bridge.payees.get.mockResolvedValue(ok(changed()))
    await open('/payees/p1')
    await type('Enter', { ctrlKey: true, shiftKey: true })
    expect(bridge.payees.decide).toHaveBeenCalledWith(
      expect.objectContaining({ version: 2, decision: 'approve' }),
    )
  })

  it('to refuse requires a comment', async () => {
    as('theo')
    bridge.payees.get.mockResolvedValue(ok(changed()))
    const { page } = await open('/payees/p1')
    await click('Refuse the change')
    expect(bridge.payees.decide).not.toHaveBeenCalled()
    await page.get('textarea').setValue('They did not ask for it')
    await click('Refuse the change')
    expect(bridge.payees.decide).toHaveBeenCalledWith(
      expect.objectContaining({ decision: 'refuse', comment: 'They did not ask for it' }),
    )
  })

  it('that main refuses shows why, and a newer proposal clears the comment', async () => {
    as('theo')
    bridge.payees.get.mockResolvedValue(ok(changed()))
    bridge.payees.decide.mockResolvedValue(err({ code: 'order-changed' }))
    const { page } = await open('/payees/p1')
    await page.get('textarea').setValue('Called them')
    await type('Enter', { ctrlKey: true, shiftKey: true })
    expect(pageText()).toContain('It differs from what you saw')
    const newer = { version: 3, details: { ...shownPayee, name: 'Another' }, by, at }
    bridge.payees.get.mockResolvedValue(ok(changed({ proposal: newer })))
    bridge.emit('payees', 'changed', { id: 'p1' })
    await flushPromises()
    expect((page.get('textarea').element as HTMLTextAreaElement).value).toBe('')
    expect(pageText()).toContain('Version 3')
  })

  it('about a removal is labeled as such', async () => {
    as('theo')
    const proposal = { version: 2, details: null, by, at }
    bridge.payees.get.mockResolvedValue(ok(payee({ state: 'removal-proposed', proposal })))
    const { page } = await open('/payees/p1')
    await expectNoViolation(page)
    await click('Remove Ridgeway Supply (\u2022\u2022\u2022\u20225678) in Practice')
    expect(bridge.payees.decide).toHaveBeenCalledWith(
      expect.objectContaining({ version: 2, decision: 'approve' }),
    )
  })
})

describe('a proposal', () => {
  const fill = async (page: Awaited<ReturnType<typeof open>>['page']) => {
    await page.get('input[name="name"]').setValue('Acme')
    await page.get('input[name="account"]').setValue('0012345678')
  }

  it('of a new payee by keyboard sends the input to main and opens the payee', async () => {
    bridge.payees.propose.mockResolvedValue(ok(payee({ id: 'p9', state: 'new' })))
    const { page, router } = await open()
    await type('H', { ctrlKey: true, shiftKey: true })
    await fill(page)
    await page.get('textarea[name="address"]').setValue('1 Main Street\n\nMillbrook')
    await page.get('form').trigger('submit')
    await flushPromises()
    expect(bridge.payees.propose).toHaveBeenCalledWith({
      id: null,
      details: {
        kind: 'business',
        name: 'Acme',
        accountNumber: '0012345678',
        note: '',
        services: [],
        address: ['1 Main Street', 'Millbrook'],
        intermediaries: [],
        bank: { name: '', aba: '', address: [] },
      },
    })
    expect(router.currentRoute.value.path).toBe('/payees/p9')
  })

  it('shows that the kind is guessed from the name, which one action changes', async () => {
    const { page } = await open()
    await click('New payee')
    expect(page.find('form input[type="radio"]:checked').exists()).toBe(false)
    await fill(page)
    const chosen = (): string =>
      (page.get('form input[type="radio"]:checked').element as HTMLInputElement).value
    await page.get('input[name="name"]').setValue('Margaret Alder')
    expect([chosen(), pageText().includes('Guessed from the name')]).toEqual(['person', true])
    await page.get('input[name="name"]').setValue('Margaret Alder LLC')
    expect([chosen(), pageText().includes('Guessed from the name')]).toEqual(['business', true])
    await expectNoViolation(page)
    await page.get('form input[value="person"]').setValue()
    expect([chosen(), pageText().includes('Guessed from the name')]).toEqual(['person', false])
    await page.get('form').trigger('submit')
    await flushPromises()
    expect(bridge.payees.propose.mock.lastCall?.[0].details.kind).toBe('person')
  })

  it('shows the rule and its source beside a field, and warns of a routing number with a wrong check digit', async () => {
    const { page } = await open()
    await click('New payee')
    await page.get('input[name="name"]').setValue('Acme')
    await page.get('form').trigger('submit')
    await flushPromises()
    expect(bridge.payees.propose).not.toHaveBeenCalled()
    expect(pageText()).toContain('Account number: needed')
    expect(pageText()).not.toContain('Unusual routing number')
    expect(document.activeElement).toBe(page.get('input[name="account"]').element)
    await page.get('input[name="account"]').setValue('---')
    expect(pageText()).toContain('at least one of them a letter or digit')
    expect(pageText()).toContain('workstation')
    await page.get('fieldset input.font-mono').setValue('550010016')
    expect(pageText()).not.toContain('Unusual routing number')
    await page.get('fieldset input.font-mono').setValue('550010015')
    expect(pageText()).toContain('Unusual routing number: check it')
    expect(pageText()).toContain('ABA, check digit')
    await expectNoViolation(page)
  })

  it('takes three intermediaries and no more', async () => {
    const { page } = await open()
    await click('New payee')
    for (let at = 0; at < 4; at += 1) await click('Add intermediary bank')
    expect(pageText()).toContain('Intermediary bank 3')
    expect(pageText()).not.toContain('Intermediary bank 4')
    await expectNoViolation(page)
    await click('Remove intermediary bank 2')
    expect(pageText()).not.toContain('Intermediary bank 3')
  })

  it('of a change starts with the account in full, which main records', async () => {
    const full = { ...shownPayee, accountNumber: '000123455678' }
    bridge.payees.reveal.mockResolvedValue(
      ok(payee({ isMasked: false, approved: full, latest: full })),
    )
    const { page } = await open('/payees/p1')
    await type('E', { ctrlKey: true, shiftKey: true })
    expect(bridge.payees.reveal).toHaveBeenCalledWith({ id: 'p1' })
    expect((page.get('input[name="account"]').element as HTMLInputElement).value).toBe(
      '000123455678',
    )
    await page.get('form').trigger('submit')
    await page.get('input[name="name"]').setValue('Ridgeway Inc.')
    await page.get('form').trigger('submit')
    await flushPromises()
    expect(bridge.payees.propose).toHaveBeenLastCalledWith({
      id: 'p1',
      details: { ...full, name: 'Ridgeway Inc.' },
    })
  })

  it('keeps its input when another payee is opened, and shows that it waits', async () => {
    const { page, router } = await open()
    await click('New payee')
    await fill(page)
    await type('Escape')
    expect(pageText()).toContain('Not proposed yet')
    expect(router.currentRoute.value.path).toBe('/payees')
    await click('Cancel')
    expect(document.querySelector('form')).toBeNull()
  })

  it('of one operator is not shown to the next', async () => {
    const { page } = await open()
    await click('New payee')
    await fill(page)
    const [, operator] = workstationState.operators
    if (operator) bridge.emit('workstation', 'stateChanged', { ...workstationState, operator })
    await flushPromises()
    expect(document.querySelector('form')).toBeNull()
  })

  it('of a removal is confirmed with payee and account', async () => {
    await open('/payees/p1')
    await click('Propose removal')
    expect(bridge.payees.proposeRemoval).not.toHaveBeenCalled()
    await click('Propose removal of Ridgeway Supply (\u2022\u2022\u2022\u20225678)')
    expect(bridge.payees.proposeRemoval).toHaveBeenCalledWith({ id: 'p1' })
  })

  it('is not offered to an administrator without another role, and shows why', async () => {
    bridge.workstation.getState.mockResolvedValue(
      ok({
        ...workstationState,
        operator: { id: 'ada', name: 'Ada Admin', roles: ['administrator'] },
      }),
    )
    await open('/payees/p1')
    await type('H', { ctrlKey: true, shiftKey: true })
    expect(document.querySelector('form')).toBeNull()
    await click('Propose change')
    expect(bridge.payees.reveal).not.toHaveBeenCalled()
  })
})
