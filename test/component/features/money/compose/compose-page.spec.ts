import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import type { PayeeLine } from '../../../../../preload/contract/domain/payees/payee.ts'
import { emptyForm } from '../../../../../preload/contract/domain/orders/payment-form.ts'
import { usePaymentForm } from '../../../../../renderer/features/money/compose/payment-form.store.ts'
import { useBeneficiaryDraft } from '../../../../../renderer/state/passed-drafts.ts'
import { useWorkstation } from '../../../../../renderer/state/stores/workstation.store.ts'
import { importColumns } from '../../../../../main/money/payment/import-columns.ts'
import { importGuide } from '../../../../../renderer/features/money/compose/import/import-guide.ts'
import { openProfile } from '../../../support/fake-profile.ts'
import { realWorkstation, workstationState } from '../../../support/fake-bridge.ts'
import { payee, payeeLine, shownPayee } from '../../../support/fake-money.ts'
import { duplicatePayment, order, orderLine } from '../../../support/fake-orders.ts'
import { expectNoViolation } from '../../../support/page.ts'
import { press, byRole, until } from '../../../ui/stage.ts'
import {
  anyButton,
  button,
  composingBridge,
  expectDialogAccessible,
  mountCompose,
  operating,
  pause,
  payeeRow,
  whole,
  write,
} from './composing.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof composingBridge>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.setSystemTime('2026-11-23T17:00:00.000Z')
  bridge = composingBridge()
})
afterEach(() => {
  vi.useRealTimers()
})

const lastSaved = () => bridge.orders.saveDraft.mock.lastCall?.[0]
const valueOf = (page: { get: (selector: string) => { element: Element } }, path: string) =>
  (page.get(`[name="${path}"]`).element as HTMLInputElement).value

const validatedAda = {
  name: 'Ada Alder',
  accountNumber: '0012345678',
  aba: '021000021',
  validationId: 'v7',
}
const bankOf = (aba: string) => ({ name: 'Millbrook Savings', aba, address: [] })

describe('a new payment', () => {
  it('shows no problems before any input', async () => {
    const { page } = await mountCompose()
    expect(page.findAll('[aria-invalid="true"]')).toEqual([])
    expect(page.text()).toContain('Submit for approval')
    vi.useRealTimers()
    await expectNoViolation(page)
  })

  it('shows a broken rule beside its field with its source, and a warning with its own source', async () => {
    const { page } = await mountCompose()
    await write(page, { amount: '1,5', 'creditPartyBank.aba': '021000022' })
    expect(page.get('[name="amount"]').attributes('aria-invalid')).toBe('true')
    expect(page.text()).toContain('Digits and a decimal point, such as 12,500.00')
    expect(page.text()).toContain('bank specification')
    expect(page.text()).toContain('Unusual routing number: check it')
    expect(page.text()).toContain('network: ABA, check digit')
    await write(page, { valueDate: '2026-11-26' })
    expect(page.text()).toContain('No wires on this day (Thanksgiving Day)')
    vi.useRealTimers()
    await expectNoViolation(page)
  })

  it('accepts a pasted amount and date, and shows the sent form', async () => {
    const { page } = await mountCompose()
    await write(page, { ...whole, amount: '$12,500', valueDate: '11/24/2026' })
    expect(page.findAll('[aria-invalid="true"]')).toEqual([])
    expect(page.text()).toContain('USD 12,500.00')
    expect(valueOf(page, 'amount')).toBe('$12,500')
    for (const path of ['amount', 'valueDate'])
      await page.get(`[name="${path}"]`).trigger('focusout')
    expect(valueOf(page, 'amount')).toBe('12,500.00')
    expect(valueOf(page, 'valueDate')).toBe('2026-11-24')
    await pause()
    expect(lastSaved()).toMatchObject({ form: { amount: '12,500.00', valueDate: '2026-11-24' } })
  })

  it('opens the calendar of the value date from its field, and enters the chosen day', async () => {
    const { page } = await mountCompose()
    await page.get('[name="valueDate"]').trigger('keydown', { key: 'ArrowDown', altKey: true })
    await flushPromises()
    const day = (name: string) =>
      document.querySelector<HTMLElement>(`[role="button"][aria-label*="${name}"]`)
    expect(document.body.textContent).toContain('Holidays: 11 Veterans Day, 26 Thanksgiving Day')
    expect(day('November 26, 2026')?.title).toBe('Thanksgiving Day')
    day('November 30, 2026')?.click()
    await flushPromises()
    expect(valueOf(page, 'valueDate')).toBe('2026-11-30')
    await page.get('input[value="RTP"]').setValue()
    await page.get('[name="valueDate"]').trigger('keydown', { key: 'ArrowDown', altKey: true })
    await flushPromises()
    expect(document.body.textContent).toContain('RTP settles every day')
    expect(day('November 26, 2026')?.title).toBe('')
  })

  it('submits pasted values before the field loses the focus, in the sent form', async () => {
    const { page } = await mountCompose()
    await write(page, { ...whole, amount: 'USD 12,500', valueDate: '11/24/2026' })
    await page.get('form[aria-label="Payment"]').trigger('submit')
    await flushPromises()
    expect(lastSaved()).toMatchObject({ form: { amount: '12,500.00', valueDate: '2026-11-24' } })
    expect(bridge.orders.submit).toHaveBeenCalledOnce()
  })

  it.each([
    ['amount', '1.234,56', 'Digits and a decimal point, such as 12,500.00'],
    ['amount', '12.500', 'Too many decimals. Write it like 12,500.00'],
    ['amount', 'EUR 12,500', 'Digits and a decimal point, such as 12,500.00'],
    ['valueDate', '01/02/26', 'Write it as 11/26/2026 or 2026-11-26'],
    ['valueDate', '26/11/2026', 'Write it as 11/26/2026 or 2026-11-26'],
  ])('does not guess: %s %j stays, with a hint on how to write it', async (path, text, advice) => {
    const { page } = await mountCompose()
    await write(page, { ...whole, [path]: text })
    await page.get(`[name="${path}"]`).trigger('focusout')
    expect(valueOf(page, path)).toBe(text)
    expect(page.get(`[name="${path}"]`).attributes('aria-invalid')).toBe('true')
    expect(page.text()).toContain(advice)
    await page.get('form[aria-label="Payment"]').trigger('submit')
    await flushPromises()
    expect(bridge.orders.submit).not.toHaveBeenCalled()
  })

  it.each([
    ['2026-11-23T17:00:00.000Z', '2026-11-23', '2026-11-23', 'today'],
    ['2026-11-23T23:50:00.000Z', '2026-11-24', '2026-11-23', 'after the cutoff'],
    ['2026-11-25T23:50:00.000Z', '2026-11-27', '2026-11-25', 'before a holiday'],
    ['2026-11-28T17:00:00.000Z', '2026-11-30', '2026-11-28', 'on a Saturday'],
  ])(
    'starts with the next day that settles: at %s a wire on %s, RTP on %s',
    async (at, wire, rtp) => {
      vi.setSystemTime(at)
      const { page } = await mountCompose()
      expect(valueOf(page, 'valueDate')).toBe(wire)
      await page.get('[data-section="service"] input[value="RTP"]').setValue()
      expect(valueOf(page, 'valueDate')).toBe(rtp)
      await page.get('[data-section="service"] input[value="WIRE"]').setValue()
      expect(valueOf(page, 'valueDate')).toBe(wire)
      await write(page, { valueDate: '2026-12-01' })
      await page.get('[data-section="service"] input[value="RTP"]').setValue()
      expect(valueOf(page, 'valueDate')).toBe('2026-12-01')
    },
  )

  it('suggests date and only account without saving a draft, and updates the date until the first input', async () => {
    const { page } = await mountCompose()
    expect(valueOf(page, 'debitAccountId')).toBe('practice-1')
    vi.setSystemTime('2026-11-23T23:50:00.000Z')
    usePaymentForm().now = Date.now()
    await flushPromises()
    expect(valueOf(page, 'valueDate')).toBe('2026-11-24')
    await pause()
    expect(bridge.orders.saveDraft).not.toHaveBeenCalled()
    await write(page, { amount: '5' })
    vi.setSystemTime('2026-11-24T23:50:00.000Z')
    usePaymentForm().now = Date.now()
    await flushPromises()
    expect(valueOf(page, 'valueDate')).toBe('2026-11-24')
  })

  it('fills the sender from the own account, and keeps a typed sender', async () => {
    const company = { legalName: 'Oak Mill Company', address: '1 Oak Road\nMillbrook OR 97002' }
    bridge.paymentInquiry.listAccounts.mockResolvedValue(
      ok([
        { ...operating, ...company },
        { ...operating, id: 'practice-2', legalName: 'Oak Payroll Company' },
        { ...operating, id: 'practice-3' },
      ]),
    )
    const { page } = await mountCompose()
    await write(page, { debitAccountId: 'practice-1' })
    expect(page.text()).toContain('Sender: Oak Mill Company, 1 Oak Road, Millbrook OR 97002')
    await pause()
    expect(lastSaved()?.form.debitParty).toEqual({
      ...emptyForm.debitParty,
      name: 'Oak Mill Company',
      address: ['1 Oak Road', 'Millbrook OR 97002'],
    })
    await write(page, { debitAccountId: 'practice-3' })
    expect(valueOf(page, 'debitParty.name')).toBe('')
    expect(page.get('a[href="/connection/accounts"]').text()).toBe('own accounts')
    await write(page, { debitAccountId: 'practice-2' })
    expect(valueOf(page, 'debitParty.name')).toBe('Oak Payroll Company')
    await write(page, { 'debitParty.name': 'Oak Holding', debitAccountId: 'practice-1' })
    expect(valueOf(page, 'debitParty.name')).toBe('Oak Holding')
  })

  it('suggests no account where there are several', async () => {
    bridge.paymentInquiry.listAccounts.mockResolvedValue(
      ok([operating, { ...operating, id: 'practice-2' }]),
    )
    const { page } = await mountCompose()
    expect(valueOf(page, 'debitAccountId')).toBe('')
  })

  it('counts down to the cutoff of the policy in the zone of the policy', async () => {
    const { page } = await mountCompose()
    expect(page.text()).toContain('6 h 45 min until today\u2019s wire cutoff, 18:45 in New York.')
  })

  it('orders its fields as from, to, amount, date, purpose, and collapses the rest', async () => {
    const { page } = await mountCompose()
    expect(document.activeElement?.textContent).toBe('Choose payee')
    const form = page.get('form[aria-label="Payment"]')
    const order = form
      .findAll('select, input[type="text"], [data-choose-payee], summary')
      .map((one) => one.attributes('name') ?? one.text())
    expect(order.slice(0, 6)).toEqual([
      'debitAccountId',
      'Choose payee',
      'amount',
      'currency',
      'valueDate',
      'receiversReference',
    ])
    expect(form.findAll('summary h2').map((title) => title.text())).toEqual([
      'Payee details',
      'Intermediary banks',
      'Sender',
      'References and messages',
    ])
    expect(form.findAll('details[open]')).toEqual([])
  })

  it('opens a collapsed part that has a problem or is requested', async () => {
    const { page } = await mountCompose()
    const opened = () => page.findAll('details[open] summary h2').map((title) => title.text())
    await button(page, 'Enter by hand').trigger('click')
    await flushPromises()
    expect(document.activeElement?.getAttribute('name')).toBe('creditParty.name')
    expect(opened()).toEqual(['Payee details'])
    await write(page, { ...whole, customData: 'not plain!' })
    expect(opened()).toEqual(['Payee details', 'References and messages'])
  })

  it('finds a payee by a search that starts empty each time, and Enter selects the only match', async () => {
    const lines = ['Ridgeway Supply', 'Margaret Alder'].map((name, at) => ({
      ...payee(),
      id: `p${String(at)}`,
      name,
    }))
    bridge.payees.list.mockImplementation(({ search = '' }) => {
      const items = lines.filter(({ name }) => name.toLowerCase().includes(search))
      return Promise.resolve(ok({ items, next: null, total: items.length }))
    })
    const { page } = await mountCompose()
    const field = () => document.querySelector<HTMLInputElement>('[role="dialog"] input')
    const find = async (text: string) => {
      const input = field()
      if (!input) throw new Error('no search')
      input.value = text
      input.dispatchEvent(new Event('input', { bubbles: true }))
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      await flushPromises()
    }
    await button(page, 'Choose payee').trigger('click')
    await pause()
    await find('')
    expect(bridge.payees.reveal).not.toHaveBeenCalled()
    await find('marg')
    expect(bridge.payees.reveal).toHaveBeenCalledWith({ id: 'p1' })
    await pause()
    await button(page, 'Change payee').trigger('click')
    await flushPromises()
    expect(field()?.value).toBe('')
    expect(payeeRow('Ridgeway Supply')).toBeDefined()
  })

  it('chooses a payee of one list with Down, Up and Enter, with its last payment on the right', async () => {
    const line = (id: string, name: string, part: Partial<PayeeLine> = {}) =>
      payeeLine({ id, name, ...part })
    const items = [
      line('p1', 'Ridgeway Supply', { lastPaidAt: '2026-11-06T17:00:00.000Z' }),
      line('p2', 'Oak Mill', { payments: 0, lastPaidAt: null, lastAmount: null }),
      line('p3', 'Alder Rose', { state: 'change-proposed' }),
    ]
    bridge.payees.list.mockResolvedValue(ok({ items, next: null, total: 3 }))
    const { page } = await mountCompose()
    await button(page, 'Choose payee').trigger('click')
    await pause()
    const field = document.querySelector<HTMLInputElement>('[role="dialog"] [role="combobox"]')
    const rows = [...document.querySelectorAll('[role="dialog"] [role="option"]')]
    const marked = () =>
      document.getElementById(field?.getAttribute('aria-activedescendant') ?? '')?.textContent
    const key = async (name: string) => {
      field?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
      await flushPromises()
    }
    expect(document.activeElement).toBe(field)
    expect(
      rows.map((row) => row.textContent.match(/Ridgeway Supply|Oak Mill|Alder Rose/g)),
    ).toEqual([['Ridgeway Supply'], ['Oak Mill'], ['Alder Rose']])
    expect(rows[0]?.textContent).toContain('USD 12,500.00')
    expect(rows[0]?.textContent).toContain('2026-11-06')
    expect(rows[1]?.textContent).toContain('Never paid')
    expect(rows[2]?.textContent).toContain('Not approved')
    await key('Enter')
    expect(bridge.payees.reveal).not.toHaveBeenCalled()
    for (const name of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await key(name)
    expect(marked()).toContain('Oak Mill')
    vi.useRealTimers()
    await expectDialogAccessible()
    // A timer that starts with the choice must not run on into the tests after this one.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    await key('Enter')
    expect(bridge.payees.reveal).toHaveBeenCalledExactlyOnceWith({ id: 'p2' })
  })

  it('takes no marked payee once the search has changed', async () => {
    const { page } = await mountCompose()
    await button(page, 'Choose payee').trigger('click')
    await pause()
    bridge.payees.list.mockResolvedValue(
      ok({ items: [payeeLine({ id: 'p8' }), payeeLine({ id: 'p9' })], next: null, total: 2 }),
    )
    const field = document.querySelector<HTMLInputElement>('[role="dialog"] input')
    if (!field) throw new Error('no search')
    const key = (name: string) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
    key('ArrowDown')
    await flushPromises()
    expect(field.getAttribute('aria-activedescendant')).not.toBeNull()
    field.value = 'ridge'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await flushPromises()
    key('Enter')
    await pause()
    expect(bridge.payees.reveal).not.toHaveBeenCalled()
  })

  it('marks a payee of the present search, also before its list was read', async () => {
    const lines = ['Aaron First', 'Bella Second', 'Ridgeway Supply'].map((name) =>
      payeeLine({ id: name, name }),
    )
    bridge.payees.list.mockImplementation(({ search = '' }) => {
      const items = lines.filter(({ name }) => name.toLowerCase().includes(search))
      return Promise.resolve(ok({ items, next: null, total: items.length }))
    })
    const { page } = await mountCompose()
    await button(page, 'Choose payee').trigger('click')
    await pause()
    const field = document.querySelector<HTMLInputElement>('[role="dialog"] input')
    if (!field) throw new Error('no search')
    field.value = 'ridge'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    for (const key of ['ArrowDown', 'Enter']) {
      await flushPromises()
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    }
    await flushPromises()
    expect(bridge.payees.reveal).toHaveBeenCalledExactlyOnceWith({ id: 'Ridgeway Supply' })
  })

  it('takes the only match when the list is read again before its answer', async () => {
    const { page } = await mountCompose()
    await button(page, 'Choose payee').trigger('click')
    await pause()
    const answers: (() => void)[] = []
    bridge.payees.list.mockImplementation(() => {
      const { promise, resolve } =
        Promise.withResolvers<Awaited<ReturnType<typeof bridge.payees.list>>>()
      answers.push(() => resolve(ok({ items: [payeeLine({ id: 'p1' })], next: null, total: 1 })))
      return promise
    })
    const field = document.querySelector<HTMLInputElement>('[role="dialog"] input')
    if (!field) throw new Error('no search')
    field.value = 'ridge'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await pause()
    expect(answers).toHaveLength(2)
    for (const answer of answers) answer()
    await flushPromises()
    expect(bridge.payees.reveal).toHaveBeenCalledExactlyOnceWith({ id: 'p1' })
  })

  it('is drawn as a chain of parties, and each link opens its fields', async () => {
    const { page } = await mountCompose()
    const chain = page.get('nav[aria-label="Payment chain"]')
    expect(chain.findAll('li')).toHaveLength(4)
    await write(page, whole)
    await button(page, 'Add intermediary bank').trigger('click')
    await write(page, { 'intermediaryBank1.name': 'Between Bank' })
    await button(page, 'Add ultimate debtor').trigger('click')
    await write(page, { 'ultimateDebitParty.name': 'Behind Them' })
    expect(chain.findAll('li').map((link) => link.get('span span').text())).toEqual([
      'Ultimate debtor',
      'Sender',
      'Sender\u2019s bank',
      'Intermediary 1',
      'Receiving bank',
      'Beneficiary',
    ])
    expect(chain.text()).toContain('0012345678')
    expect(chain.text()).toContain('USD 12,500.00')
    await button(chain, 'Ridgeway Supply').trigger('click')
    expect(document.activeElement?.getAttribute('name')).toBe('creditParty.name')
  })

  it('adds up to three intermediary banks one by one, and closes the gap of a removed one', async () => {
    const { page } = await mountCompose()
    for (const [at, name] of ['First', 'Second', 'Third'].entries()) {
      await button(page, 'Add intermediary bank').trigger('click')
      await write(page, { [`intermediaryBank${String(at + 1)}.name`]: name })
    }
    expect(page.text()).not.toContain('Add intermediary bank')
    await button(page, 'Remove bank').trigger('click')
    expect(valueOf(page, 'intermediaryBank1.name')).toBe('Second')
    expect(valueOf(page, 'intermediaryBank2.name')).toBe('Third')
    expect(page.find('[name="intermediaryBank3.name"]').exists()).toBe(false)
  })
})

describe('the current draft', () => {
  it('is saved a second after the last keystroke, exactly as it was typed', async () => {
    const { page, router } = await mountCompose()
    await write(page, { 'creditParty.name': ' Ridge', amount: 'twelve' })
    await vi.advanceTimersByTimeAsync(900)
    expect(bridge.orders.saveDraft).not.toHaveBeenCalled()
    await write(page, { 'creditParty.name': ' Ridgeway' })
    await pause()
    expect(bridge.orders.saveDraft).toHaveBeenCalledTimes(1)
    expect(lastSaved()).toMatchObject({
      id: null,
      form: { amount: 'twelve', creditParty: { name: ' Ridgeway' } },
    })
    expect(router.currentRoute.value.path).toBe('/compose/o1')
    expect(page.text()).toContain('Saved')
  })

  it('bank note 63: shows the reference that main created, read only, and the same sender’s reference', async () => {
    const { page } = await mountCompose()
    await write(page, { amount: '5' })
    await pause()
    const reference = page.get('[name="requestReference"]')
    expect(reference.attributes('readonly')).toBeDefined()
    expect((reference.element as HTMLInputElement).value).toBe('CS20261121K7Q2M9X4')
    expect(valueOf(page, 'sendersReference')).toBe('CS20261121K7Q2M9X4')
    await pause()
    expect(bridge.orders.saveDraft).toHaveBeenCalledTimes(1)
  })

  it('keeps what is typed while it is being saved', async () => {
    const { page } = await mountCompose()
    let answer = (): void => undefined
    bridge.orders.saveDraft.mockImplementationOnce(
      ({ form }) =>
        new Promise((resolve) => {
          answer = () => resolve(ok(order({ id: 'o1', state: 'draft', form })))
        }),
    )
    await write(page, { amount: '5' })
    await pause()
    await write(page, { amount: '56' })
    answer()
    await pause()
    expect(valueOf(page, 'amount')).toBe('56')
    expect(lastSaved()).toMatchObject({ id: 'o1', form: { amount: '56' } })
  })

  it('is saved and stays in the list when a new payment is opened', async () => {
    const { page, router } = await mountCompose('/compose/o5')
    expect(page.get('form[aria-label="Payment"] h2').text()).toMatch(/^Draft CS/)
    await write(page, { amount: '77' })
    await router.push('/compose')
    await pause()
    expect(lastSaved()).toMatchObject({ id: 'o5', form: { amount: '77' } })
    expect(valueOf(page, 'amount')).toBe('')
    expect(router.currentRoute.value.path).toBe('/compose')
    expect(page.get('form[aria-label="Payment"] h2').text()).toBe('New payment')
  })

  it('stays open when a new payment is opened and it cannot be saved', async () => {
    const { page, router } = await mountCompose('/compose/o5')
    await write(page, { amount: '77' })
    bridge.orders.saveDraft.mockResolvedValue(err({ code: 'signed-out' }))
    await router.push('/compose')
    await pause()
    expect(valueOf(page, 'amount')).toBe('77')
    expect(router.currentRoute.value.path).toBe('/compose/o5')
  })

  it('is discarded only after a confirmation with amount and beneficiary', async () => {
    const { page } = await mountCompose()
    await write(page, whole)
    await pause()
    await button(page, 'Discard').trigger('click')
    await flushPromises()
    expect(bridge.orders.discard).not.toHaveBeenCalled()
    expect(document.body.textContent).toContain('as withdrawn')
    anyButton('Keep draft').click()
    await flushPromises()
    expect(valueOf(page, 'amount')).toBe('12,500.00')
    await button(page, 'Discard').trigger('click')
    await flushPromises()
    expect(document.querySelector('[role=alertdialog] dl')?.textContent).toBe(
      'AmountUSD 12,500.00BeneficiaryRidgeway SupplyEnvironmentPractice',
    )
    anyButton('Discard draft').click()
    await pause()
    expect(bridge.orders.discard).toHaveBeenCalledWith({ id: 'o1' })
    expect(valueOf(page, 'amount')).toBe('')
    expect(document.activeElement?.textContent.trim()).toBe('Choose payee')
  })

  it('is discarded by its amount while other fields are missing', async () => {
    const { page } = await mountCompose()
    await write(page, { amount: '12500' })
    await pause()
    await button(page, 'Discard').trigger('click')
    await flushPromises()
    expect(document.querySelector('[role=alertdialog] dl')?.textContent).toBe(
      'AmountUSD 12,500.00Beneficiarynone yetEnvironmentPractice',
    )
  })

  it('is still there when its screen was left before it was saved', async () => {
    const { page, router } = await mountCompose()
    await write(page, { 'creditParty.name': 'Ridgeway' })
    await router.push('/validation')
    await pause()
    expect(lastSaved()).toMatchObject({ form: { creditParty: { name: 'Ridgeway' } } })
    await router.push('/compose/o1')
    await flushPromises()
    expect(valueOf(page, 'creditParty.name')).toBe('Ridgeway')
    expect(router.currentRoute.value.path).toBe('/compose/o1')
  })

  it('survives a lock, and is saved after it', async () => {
    const { page } = await mountCompose()
    bridge.orders.saveDraft.mockResolvedValueOnce(err({ code: 'signed-out' }))
    await write(page, { amount: '77' })
    await pause()
    expect(page.text()).toContain('Not saved. Your input stays here')
    const locked = { state: 'locked', reason: 'idle', operatorId: 'practice-mara' } as const
    bridge.emit('workstation', 'stateChanged', { ...workstationState, access: locked })
    await flushPromises()
    bridge.emit('workstation', 'stateChanged', workstationState)
    await pause()
    expect(bridge.orders.saveDraft).toHaveBeenCalledTimes(2)
    expect(lastSaved()).toMatchObject({ form: { amount: '77' } })
    expect(page.text()).toContain('Saved')
  })

  it('of one operator is never saved in the name of the next, as the window is reloaded', async () => {
    const { page } = await mountCompose()
    await write(page, { 'creditParty.name': 'Mine alone' })
    const theo = workstationState.operators[1]
    if (!theo) throw new Error('nobody else')
    bridge.emit('workstation', 'stateChanged', { ...workstationState, operator: theo })
    await pause()
    expect(useWorkstation().state).toBeUndefined()
    expect(bridge.orders.saveDraft).not.toHaveBeenCalled()
  })

  it('is listed among payments only, as a batch has its own screen', async () => {
    await mountCompose()
    await flushPromises()
    const kinds = bridge.orders.list.mock.calls.map(([{ kind }]) => kind)
    expect(new Set(kinds)).toEqual(new Set(['payment']))
  })

  it('has its present amount in the list before it is saved', async () => {
    bridge.orders.list.mockResolvedValue(
      ok({
        items: [orderLine({ id: 'o5', state: 'draft', amount: null })],
        next: null,
        total: 1,
      }),
    )
    const { page } = await mountCompose('/compose/o5')
    await write(page, { amount: '77' })
    expect(page.get('nav[aria-label="Drafts"]').text()).toContain('USD 77.00')
    await write(page, { amount: '' })
    expect(page.get('nav[aria-label="Drafts"]').text()).toContain('No amount yet')
  })

  it('opens in full by its address, and another one of the list replaces it', async () => {
    bridge.orders.list.mockResolvedValue(
      ok({
        items: [
          orderLine({ id: 'o7', state: 'draft', beneficiary: 'Oak Mill' }),
          orderLine({ id: 'o8', maker: { id: 'x', name: 'Someone Else' }, beneficiary: 'Theirs' }),
        ],
        next: null,
        total: 2,
      }),
    )
    const { page, router } = await mountCompose('/compose/o5')
    expect(bridge.orders.openDraft).toHaveBeenCalledWith({ id: 'o5' })
    expect(valueOf(page, 'amount')).toBe('12,500.00')
    await button(page, 'Theirs').trigger('click')
    await button(page, 'Oak Mill').trigger('click')
    await flushPromises()
    expect(bridge.orders.openDraft.mock.calls.map(([{ id }]) => id)).toEqual(['o5', 'o7'])
    expect(router.currentRoute.value.path).toBe('/compose/o7')
    expect(bridge.orders.saveDraft).not.toHaveBeenCalled()
  })

  it('stays open when another cannot be opened, and the reason is shown', async () => {
    bridge.orders.openDraft.mockResolvedValue(err({ code: 'not-maker' }))
    const { page, router } = await mountCompose('/compose/o5')
    expect(router.currentRoute.value.path).toBe('/compose')
    expect(page.find('[role="alert"]').exists()).toBe(true)
  })
})

describe('submission', () => {
  it('saves first, and names no fact on its button', async () => {
    const { page } = await mountCompose()
    await write(page, whole)
    const labels = page.findAll('button').map((one) => one.text())
    const [label, ...others] = labels.filter((one) => one.startsWith('Submit'))
    expect([label?.includes('Submit for approval'), label?.includes('USD'), others]).toEqual([
      true,
      false,
      [],
    ])
    await page.get('form[aria-label="Payment"]').trigger('submit')
    await flushPromises()
    expect(bridge.orders.submit).toHaveBeenCalledWith({ id: 'o1' })
    expect(bridge.orders.saveDraft.mock.invocationCallOrder[0]).toBeLessThan(
      bridge.orders.submit.mock.invocationCallOrder[0] ?? 0,
    )
    expect(page.text()).toContain('Submitted: USD 12,500.00 to Ridgeway Supply')
    expect(valueOf(page, 'amount')).toBe('')
  })

  it('is followed by a new form without an error, where Ctrl+N goes to the payee', async () => {
    const { page } = await mountCompose()
    const focusOn = (path: string) => page.get<HTMLElement>(`[name="${path}"]`).element.focus()
    await write(page, whole)
    focusOn('amount')
    await page.get('form[aria-label="Payment"]').trigger('submit')
    await flushPromises()
    expect(document.activeElement?.hasAttribute('data-submitted')).toBe(true)
    expect(page.findAll('[aria-invalid="true"]')).toEqual([])
    press('N', { ctrlKey: true })
    await flushPromises()
    expect(document.activeElement?.textContent).toBe('Choose payee')
    expect(page.find('[data-submitted]').exists()).toBe(false)
    focusOn('amount')
    focusOn('receiversReference')
    await flushPromises()
    expect(page.get('[name="amount"]').attributes('aria-invalid')).toBe('true')
    focusOn('amount')
    press('N', { ctrlKey: true })
    await flushPromises()
    expect(document.activeElement?.textContent).toBe('Choose payee')
    expect(page.findAll('[aria-invalid="true"]')).toEqual([])
    expect(bridge.orders.saveDraft).toHaveBeenCalledOnce()
  })

  it('sends nothing while a rule is broken, shows every problem and focuses the first', async () => {
    const { page } = await mountCompose()
    await write(page, { valueDate: '', debitAccountId: '' })
    await page.get('form[aria-label="Payment"]').trigger('submit')
    await flushPromises()
    expect(bridge.orders.submit).not.toHaveBeenCalled()
    expect(bridge.orders.saveDraft).not.toHaveBeenCalled()
    const invalid = page.findAll('[aria-invalid="true"]').map((one) => one.attributes('name'))
    expect(invalid).toEqual([
      'debitAccountId',
      'amount',
      'valueDate',
      'creditPartyBank.aba',
      'creditParty.accountNumber',
    ])
    expect(document.activeElement?.getAttribute('name')).toBe('debitAccountId')
    expect(page.text()).toContain('From account: needed')
    expect(page.text()).not.toContain('From account: Account number')
  })

  it('requires a reason for a possible duplicate, shows the facts and sends which it showed', async () => {
    const { page } = await mountCompose()
    const payments = [duplicatePayment()]
    bridge.orders.submit.mockResolvedValueOnce(
      err({ code: 'possible-duplicate', payments, entries: 0, batches: [] }),
    )
    await write(page, whole)
    await page.get('form[aria-label="Payment"]').trigger('submit')
    const dialog = await until(() => byRole('dialog', 'Submit a possible duplicate?'))
    for (const part of ['CS9', 'USD 12,500.00', 'Ridgeway Supply', '5678', 'From', 'Practice'])
      expect(dialog.textContent).toContain(part)
    const field = byRole('textbox', 'Why it is no duplicate*') as HTMLTextAreaElement
    field.value = 'Second invoice'
    field.dispatchEvent(new Event('input'))
    byRole('button', 'Submit possible duplicate').click()
    await until(() => expect(bridge.orders.submit).toHaveBeenCalledTimes(2))
    expect(bridge.orders.submit).toHaveBeenLastCalledWith({
      id: 'o1',
      reason: 'Second invoice',
      shownDuplicates: { payments: ['o9'], entries: 0, batches: [] },
    })
  })

  it('shows what main refused and keeps the input', async () => {
    const { page } = await mountCompose()
    bridge.orders.submit.mockResolvedValue(
      err({
        code: 'over-limit',
        limit: 'per-payment',
        service: 'WIRE',
        currency: 'USD',
        allowed: 100,
        wanted: 1_250_000,
        day: null,
      }),
    )
    await write(page, whole)
    await page.get('form[aria-label="Payment"]').trigger('submit')
    await flushPromises()
    expect(page.text()).toContain('The limit for a wire is USD 1.00; this is USD 12,500.00.')
    expect(valueOf(page, 'creditParty.accountNumber')).toBe('0012345678')
  })

  it('is for makers only, and others see why', async () => {
    const theo = workstationState.operators[1]
    bridge.workstation.getState.mockResolvedValue(
      ok({ ...workstationState, ...(theo && { operator: theo }) }),
    )
    const { page } = await mountCompose()
    await write(page, whole)
    await page.get('form[aria-label="Payment"]').trigger('submit')
    await pause()
    expect(bridge.orders.saveDraft).not.toHaveBeenCalled()
    expect(bridge.orders.submit).not.toHaveBeenCalled()
  })
})

describe('the services', () => {
  const labels = (page: { findAll: (selector: string) => { text: () => string }[] }) =>
    page
      .findAll('[data-section="service"] label')
      .map((label) => label.text())
      .filter((text) => ['Wire', 'RTP', 'PAYMENT', 'DRAFT'].includes(text))

  it('bank note 77: are those that the profile permits, each by itself', async () => {
    const details = openProfile().details
    const hours = { kind: 'all-day' } as const
    bridge.workstation.getState.mockResolvedValue(ok(realWorkstation()))
    bridge.profiles.getShown.mockResolvedValue(
      ok(
        openProfile({
          details: { ...details, products: [{ product: 'rtp', hours, calls: null, volume: null }] },
        }),
      ),
    )
    const { page } = await mountCompose()
    expect(labels(page)).toEqual(['RTP'])
    expect(page.text()).toContain('Wire is not in this profile\u2019s agreement')
  })

  it('bank note 62: send a wire as DRAFT without showing it, and offer the types of RTP', async () => {
    const { page } = await mountCompose()
    expect(labels(page)).toEqual(['Wire', 'RTP'])
    await page.get('[data-section="service"] input[value="RTP"]').setValue()
    expect(labels(page)).toEqual(['Wire', 'RTP', 'PAYMENT', 'DRAFT'])
    await pause()
    expect(lastSaved()).toMatchObject({ form: { service: 'RTP', type: 'PAYMENT' } })
    await page.get('[data-section="service"] input[value="WIRE"]').setValue()
    await pause()
    expect(lastSaved()).toMatchObject({ form: { service: 'WIRE', type: 'DRAFT' } })
  })
})

describe('the evidence of a payment', () => {
  it('includes the flags of a payee from the book, who fills the form', async () => {
    const details = {
      name: 'Oak Mill',
      accountNumber: '00998877',
      address: ['1 Oak Road'],
      bank: { name: 'Millbrook Savings', aba: '021000021', address: [] },
      intermediaries: [{ name: 'Between', aba: '021000021', address: [] }],
      kind: null,
      services: [],
      note: '',
    }
    bridge.payees.reveal.mockResolvedValue(ok(payee({ isMasked: false, approved: details })))
    bridge.orders.saveDraft.mockImplementation(({ form }) => {
      const evidence = { ...order().evidence, flags: ['first-payment' as const] }
      return Promise.resolve(ok(order({ id: 'o1', state: 'draft', form, evidence })))
    })
    const { page } = await mountCompose()
    await button(page, 'Choose payee').trigger('click')
    await flushPromises()
    payeeRow('Ridgeway Supply').click()
    await pause()
    expect(bridge.payees.reveal).toHaveBeenCalledWith({ id: 'p1' })
    expect(valueOf(page, 'creditParty.accountNumber')).toBe('00998877')
    expect(valueOf(page, 'creditPartyBank.aba')).toBe('021000021')
    expect(valueOf(page, 'intermediaryBank1.name')).toBe('Between')
    expect(valueOf(page, 'creditParty.address.0')).toBe('1 Oak Road')
    expect(lastSaved()?.form.payeeId).toBe('p1')
    expect(page.get('[aria-label="Payee flags"]').text()).toContain('First payment')
  })

  it('has flags of the shown payee only, and none in an empty form', async () => {
    bridge.payees.reveal.mockResolvedValue(ok(payee({ isMasked: false, approved: shownPayee })))
    bridge.orders.saveDraft.mockImplementation(({ form }) => {
      const flags = form.payeeId === null ? (['not-in-book', 'first-payment'] as const) : []
      const evidence = { ...order().evidence, flags: [...flags] }
      return Promise.resolve(ok(order({ id: 'o1', state: 'draft', form, evidence })))
    })
    const { page } = await mountCompose()
    const flags = () => page.find('[aria-label="Payee flags"]')
    await write(page, { amount: '5.00' })
    await pause()
    expect(flags().exists()).toBe(false)
    await write(page, { 'creditParty.name': 'Oak Mill' })
    await pause()
    expect(flags().text()).toContain('Not in payee book')
    await button(page, 'Change payee').trigger('click')
    await flushPromises()
    payeeRow('Ridgeway Supply').click()
    await flushPromises()
    expect(flags().exists()).toBe(false)
    await pause()
    expect(lastSaved()?.form.payeeId).toBe('p1')
    expect(flags().exists()).toBe(false)
  })

  it('includes the last payment to the payee, with its fields to copy on request', async () => {
    const lastPayment = { amount: 1_250_000, currency: 'USD', at: '2026-11-06T17:00:00.000Z' }
    // Paid by ACH since, which no payment repeats.
    const lastAmount = { amount: 9_900, currency: 'USD' }
    bridge.payees.get.mockResolvedValue(ok(payee({ lastPayment, lastAmount })))
    bridge.payees.reveal.mockResolvedValue(ok(payee({ isMasked: false, approved: shownPayee })))
    bridge.orders.copyLast.mockImplementation(({ id }) => {
      const form = lastSaved()?.form ?? emptyForm
      const copied = { ...form, amount: '12,500.00', receiversReference: 'Rent' }
      return Promise.resolve(ok({ id, form: copied }))
    })
    const { page } = await mountCompose()
    await button(page, 'Choose payee').trigger('click')
    await flushPromises()
    payeeRow('Ridgeway Supply').click()
    await flushPromises()
    expect(page.text()).toContain('Last: USD 12,500.00 on 2026-11-06')
    const tabStops: Element[] = page
      .findAll<HTMLElement>('form :is(button, input)')
      .map(({ element }) => element)
      .filter(({ tabIndex }) => tabIndex >= 0)
    const from = tabStops.indexOf(button(page, 'Change payee').element)
    expect(tabStops[from + 1]?.getAttribute('name')).toBe('amount')
    expect(tabStops.indexOf(button(page, 'Copy last payment').element)).toBeGreaterThan(from + 1)
    expect(bridge.orders.copyLast).not.toHaveBeenCalled()
    press('L', { ctrlKey: true, shiftKey: true })
    await flushPromises()
    expect(bridge.orders.copyLast).toHaveBeenCalledWith({ id: 'o1' })
    expect(valueOf(page, 'amount')).toBe('12,500.00')
    expect(valueOf(page, 'receiversReference')).toBe('Rent')
    expect(valueOf(page, 'creditParty.name')).toBe('Ridgeway Supply')
    expect(valueOf(page, 'valueDate')).toBe('2026-11-23')
    expect(document.activeElement?.getAttribute('name')).toBe('amount')
    expect(bridge.orders.submit).not.toHaveBeenCalled()
  })

  it('offers nothing to copy for a payee without a wire or RTP payment', async () => {
    bridge.payees.get.mockResolvedValue(ok(payee({ lastPayment: null })))
    bridge.payees.reveal.mockResolvedValue(ok(payee({ isMasked: false, approved: shownPayee })))
    const { page } = await mountCompose()
    await button(page, 'Choose payee').trigger('click')
    await flushPromises()
    payeeRow('Ridgeway Supply').click()
    await flushPromises()
    expect(page.text()).not.toContain('Copy last payment')
  })

  it('includes an ownership check of the beneficiary account', async () => {
    const { page } = await mountCompose()
    await write(page, whole)
    await button(page, 'Check owner').trigger('click')
    await flushPromises()
    expect(bridge.validation.submit).toHaveBeenCalledWith({
      apiVersion: 'v1',
      routingNumber: '021000021',
      accountNumber: '0012345678',
      ownerKind: 'business',
      owner: { businessName: 'Ridgeway Supply' },
    })
    const validationId = (await bridge.validation.submit.mock.results[0]?.value) as {
      value: { id: string }
    }
    expect(bridge.orders.attachOwnership).toHaveBeenCalledWith({
      id: 'o1',
      validationId: validationId.value.id,
    })
    expect(page.text()).toContain('Account open, owner matches')
    const section = page.get('section[aria-label="Ownership check"]')
    expect(section.text()).toContain('Review the bank\u2019s answer')
    expect(section.text()).not.toContain('below')
    await write(page, { 'creditParty.accountNumber': '99' })
    expect(page.text()).not.toContain('Account open, owner matches')
  })

  it('starts with a validated account, and attaches the check to the draft', async () => {
    const { page, router } = await mountCompose('/elsewhere')
    useBeneficiaryDraft().hand(validatedAda)
    await router.push('/compose')
    await flushPromises()
    expect(valueOf(page, 'creditParty.name')).toBe('Ada Alder')
    expect(valueOf(page, 'creditParty.accountNumber')).toBe('0012345678')
    expect(valueOf(page, 'creditPartyBank.aba')).toBe('021000021')
    expect(valueOf(page, 'debitAccountId')).toBe('practice-1')
    expect(bridge.orders.attachOwnership).toHaveBeenCalledWith({ id: 'o1', validationId: 'v7' })
    expect(document.activeElement?.getAttribute('name')).toBe('amount')
  })

  it('starts with the payee of the book that has the validated account, whatever the name', async () => {
    const details = { ...shownPayee, accountNumber: '0012345678', bank: bankOf('021000021') }
    const lastPayment = { amount: 1_250_000, currency: 'USD', at: '2026-11-06T17:00:00.000Z' }
    const known = { approved: details, lastPayment }
    bridge.payees.findByValidation.mockResolvedValue(ok({ id: 'p1' }))
    bridge.payees.reveal.mockResolvedValue(ok(payee({ ...known, isMasked: false })))
    bridge.payees.get.mockResolvedValue(ok(payee(known)))
    const { page, router } = await mountCompose('/elsewhere')
    useBeneficiaryDraft().hand(validatedAda)
    await router.push('/compose')
    await flushPromises()
    expect(bridge.payees.findByValidation).toHaveBeenCalledExactlyOnceWith({ validationId: 'v7' })
    expect(bridge.payees.reveal).toHaveBeenCalledExactlyOnceWith({ id: 'p1' })
    expect(lastSaved()?.form.payeeId).toBe('p1')
    expect(valueOf(page, 'creditParty.name')).toBe(shownPayee.name)
    expect(valueOf(page, 'creditPartyBank.name')).toBe('Millbrook Savings')
    expect(page.text()).toContain('Last: USD 12,500.00 on 2026-11-06')
    expect(bridge.orders.attachOwnership).toHaveBeenCalledWith({ id: 'o1', validationId: 'v7' })
  })

  it('starts without a payee where main does not find or reveal one, and shows why', async () => {
    bridge.payees.findByValidation.mockResolvedValue(ok({ id: 'p1' }))
    bridge.payees.reveal.mockResolvedValue(err({ code: 'not-found' }))
    const { page, router } = await mountCompose('/elsewhere')
    useBeneficiaryDraft().hand(validatedAda)
    await router.push('/compose')
    await flushPromises()
    expect(lastSaved()?.form).toMatchObject({ payeeId: null, creditParty: { name: 'Ada Alder' } })
    expect(page.text()).toContain('Not found')
  })

  it('leaves a draft alone that is opened while main looks for the payee', async () => {
    const found =
      Promise.withResolvers<Awaited<ReturnType<typeof bridge.payees.findByValidation>>>()
    bridge.payees.findByValidation.mockReturnValue(found.promise)
    const { router } = await mountCompose('/elsewhere')
    useBeneficiaryDraft().hand(validatedAda)
    await router.push('/compose')
    await flushPromises()
    const creditParty = { ...emptyForm.creditParty, name: 'Draft Payee', accountNumber: '777' }
    bridge.orders.openDraft.mockResolvedValue(
      ok({ ...order(), id: 'd1', form: { ...emptyForm, amount: '999.00', creditParty } }),
    )
    await usePaymentForm().open('d1')
    await flushPromises()
    found.resolve(ok({ id: 'p9' }))
    await flushPromises()
    await pause()
    expect(usePaymentForm().form.values.value.creditParty.name).toBe('Draft Payee')
    expect(bridge.orders.saveDraft).not.toHaveBeenCalled()
    expect(bridge.orders.attachOwnership).not.toHaveBeenCalled()
  })

  it('starts with a validated account at the own account, where one is to be chosen', async () => {
    bridge.paymentInquiry.listAccounts.mockResolvedValue(
      ok([operating, { ...operating, id: 'practice-2' }]),
    )
    const { router } = await mountCompose('/elsewhere')
    useBeneficiaryDraft().hand(validatedAda)
    await router.push('/compose')
    await flushPromises()
    expect(document.activeElement?.getAttribute('name')).toBe('debitAccountId')
  })

  describe('the ownership check by the kind of the payee', () => {
    const check = (page: Awaited<ReturnType<typeof mountCompose>>['page']) =>
      page.get('section[aria-label="Ownership check"]')
    const kindOf = (page: Awaited<ReturnType<typeof mountCompose>>['page']): string =>
      (check(page).get('input[type="radio"]:checked').element as HTMLInputElement).value
    const lastRequest = () => bridge.validation.submit.mock.lastCall?.[0]
    const margaret = { ...shownPayee, kind: 'person' as const, name: 'Margaret Rose Alder' }
    async function choose(details: typeof shownPayee) {
      const chosen = payee({ approved: details, latest: details })
      bridge.payees.get.mockResolvedValue(ok(chosen))
      const account = { accountNumber: '1000200031', bank: { ...details.bank, aba: '021000021' } }
      const inFull = { ...details, ...account }
      bridge.payees.reveal.mockResolvedValue(ok(payee({ isMasked: false, approved: inFull })))
      const mounted = await mountCompose()
      await button(mounted.page, 'Choose payee').trigger('click')
      await flushPromises()
      payeeRow('Ridgeway Supply').click()
      await pause()
      return mounted.page
    }

    it('sends a person of the book by first and last name, never as a business', async () => {
      const page = await choose(margaret)
      expect(kindOf(page)).toBe('person')
      expect(check(page).text()).toContain('From the payee book.')
      expect(check(page).get('input[value="business"]').attributes('disabled')).toBeDefined()
      await button(page, 'Check owner').trigger('click')
      await flushPromises()
      expect(lastRequest()).toMatchObject({
        ownerKind: 'person',
        owner: { firstName: 'Margaret', middleName: 'Rose', lastName: 'Alder' },
      })
    })

    it('guesses the kind of an old payee from the name, which one action changes', async () => {
      const page = await choose({ ...margaret, kind: null })
      expect(kindOf(page)).toBe('person')
      expect(check(page).text()).toContain('Guessed from the name.')
      await check(page).get('input[value="business"]').setValue()
      expect(check(page).text()).not.toContain('Guessed')
      await button(page, 'Check owner').trigger('click')
      await flushPromises()
      expect(lastRequest()).toMatchObject({
        ownerKind: 'business',
        owner: { businessName: 'Margaret Rose Alder' },
      })
    })

    it('does not show the result of one kind for the other', async () => {
      const { page } = await mountCompose()
      await write(page, { ...whole, 'creditParty.name': 'Margaret Alder' })
      expect(kindOf(page)).toBe('person')
      await button(page, 'Check owner').trigger('click')
      await flushPromises()
      expect(check(page).text()).toContain('Account open, owner matches')
      await check(page).get('input[value="business"]').setValue()
      expect(check(page).text()).not.toContain('Account open, owner matches')
    })
  })

  it('bank note 65: includes the bank validation as received, and marks one of an earlier text', async () => {
    const validate = {
      at: '2026-11-23T16:00:00.000Z',
      by: 'Mara Ellison',
      callId: 'c1',
      aboutThisBody: true,
      answer: { kind: 'not-understood' as const, why: 'html' as const, beside: [], trace },
      raw: '<p>fine</p>',
    }
    bridge.orders.preCheck.mockResolvedValue(
      ok(order({ state: 'draft', evidence: { ...order().evidence, validate } })),
    )
    const { page } = await mountCompose()
    await write(page, whole)
    await button(page, 'Run pre-check').trigger('click')
    await flushPromises()
    expect(bridge.orders.preCheck).toHaveBeenCalledWith({ id: 'o1' })
    expect(page.text()).toContain('Current version checked')
    await button(page, 'Show raw answer').trigger('click')
    expect(page.text()).toContain('<p>fine</p>')
    await write(page, { amount: '1.00' })
    expect(page.text()).toContain('Earlier version checked')
  })

  it('names the fields that main finds wrong', async () => {
    bridge.orders.preCheck.mockResolvedValue(
      err({
        code: 'invalid-input',
        fields: [
          { path: 'debitAccountId', message: 'This account is gone', source: 'workstation' },
        ],
      }),
    )
    const { page } = await mountCompose()
    await write(page, whole)
    await button(page, 'Run pre-check').trigger('click')
    await flushPromises()
    expect(page.get('[name="debitAccountId"]').attributes('aria-invalid')).toBe('true')
    expect(page.text()).toContain('This account is gone')
  })
})

const trace = {
  status: 200,
  transactionId: null,
  namesPayment: false,
  correlationId: null,
  transactionTime: null,
}

describe('the limits beside the amount', () => {
  const limits = (page: {
    find: (of: string) => { exists: () => boolean; text: () => string }
  }) => {
    const list = page.find('[aria-label="Limits"]')
    return list.exists() ? list.text().replace(/\s+/g, ' ') : ''
  }
  const day = {
    perDay: 5_000_000,
    left: 3_750_000,
    leftToRelease: 5_000_000,
    resent: 0,
    date: '2026-11-23',
    zone: 'America/New_York',
  }

  it('are not shown where none is set', async () => {
    const { page } = await mountCompose()
    await write(page, whole)
    expect(limits(page)).toBe('')
  })

  it('show the amount left today in the zone of the policy, and block no field', async () => {
    bridge.orders.getLimit.mockResolvedValue(ok({ currency: 'USD', perPayment: 2_000_000, day }))
    const { page } = await mountCompose()
    await write(page, whole)
    expect(limits(page)).toBe(
      'USD 37,500.00 of 50,000.00 left today (New York) Limit per payment: USD 20,000.00',
    )
    await write(page, { amount: '25,000.00' })
    expect(limits(page)).toContain('USD 20,000.00 , exceeded')
    expect(limits(page)).not.toContain('(New York) , exceeded')
    expect(page.get('[name="amount"]').attributes('aria-invalid')).toBeUndefined()
    expect(button(page, 'Submit').attributes('aria-disabled')).toBeUndefined()
    vi.useRealTimers()
    await expectNoViolation(page)
  })

  it('are read again for the service and the draft when an order or the policy changes', async () => {
    bridge.orders.getLimit.mockResolvedValue(ok({ currency: 'USD', perPayment: null, day }))
    const { page } = await mountCompose()
    expect(bridge.orders.getLimit.mock.lastCall?.[0]).toEqual({
      id: null,
      service: 'WIRE',
      currency: 'USD',
    })
    const now = { ...day, left: 1_000_000, leftToRelease: 500_000 }
    bridge.orders.getLimit.mockResolvedValue(ok({ currency: 'USD', perPayment: null, day: now }))
    bridge.emit('orders', 'changed', { id: 'o9', state: 'awaiting-approval' })
    await flushPromises()
    expect(limits(page)).toContain('USD 10,000.00 of 50,000.00 left today')
    expect(limits(page)).toContain('USD 5,000.00 left to release today')
    bridge.orders.getLimit.mockResolvedValue(ok(null))
    await page.get('[data-section="service"] input[value="RTP"]').setValue()
    await flushPromises()
    expect(bridge.orders.getLimit.mock.lastCall?.[0]).toMatchObject({ service: 'RTP' })
    expect(limits(page)).toBe('')
  })
})

describe('the receiving bank of an RTP payment', () => {
  const participants = {
    downloadedAt: '2026-11-20T09:00:00.000Z',
    operator: 'Mara Ellison',
    rows: 1,
    columns: ['bankName', 'rtn'],
    nameColumn: 'bankName',
    routingColumn: 'rtn',
    download: { kind: 'idle' as const },
  }
  const chooseRtp = async () => {
    const { page } = await mountCompose()
    await page.get('[data-section="service"] input[value="RTP"]').setValue()
    return page
  }

  it('bank note 75: is found in the downloaded list, which proves nothing', async () => {
    bridge.paymentInquiry.getParticipants.mockResolvedValue(ok(participants))
    bridge.paymentInquiry.listParticipants.mockResolvedValue(
      ok({ items: [], next: null, total: 0 }),
    )
    const page = await chooseRtp()
    await write(page, { 'creditPartyBank.aba': '021000021' })
    await pause()
    expect(bridge.paymentInquiry.listParticipants.mock.lastCall?.[0]).toMatchObject({
      search: '021000021',
    })
    expect(page.text()).toContain('Not in the list')
    expect(page.text()).toContain('This is no proof')
  })

  it('is checked again when a download ends, without new input', async () => {
    bridge.paymentInquiry.getParticipants.mockResolvedValue(
      ok({ ...participants, downloadedAt: null, rows: 0 }),
    )
    const page = await chooseRtp()
    await write(page, { 'creditPartyBank.aba': '055001001' })
    await pause()
    expect(page.text()).toContain('RTP participant list not downloaded yet')
    bridge.paymentInquiry.getParticipants.mockResolvedValue(ok(participants))
    bridge.paymentInquiry.listParticipants.mockResolvedValue(
      ok({ items: [{ row: 1, cells: ['Mill Bank', '055001001'] }], next: null, total: 1 }),
    )
    bridge.emit('paymentInquiry', 'participantsChanged', participants)
    await flushPromises()
    expect(page.text()).toContain('RTP participant in the list of')
    expect(page.text()).not.toContain('not downloaded yet')
  })

  it('is chosen from a list that is downloaded on the spot', async () => {
    const none = { ...participants, downloadedAt: null, rows: 0 }
    bridge.paymentInquiry.getParticipants.mockResolvedValue(ok(none))
    const page = await chooseRtp()
    await button(page, 'Find RTP participant').trigger('click')
    await flushPromises()
    expect(document.body.textContent).toContain('List not downloaded yet')
    const reading = { kind: 'reading' as const, rows: 40, pages: 1 }
    bridge.paymentInquiry.downloadParticipants.mockResolvedValue(ok({ ...none, download: reading }))
    bridge.paymentInquiry.getParticipants.mockResolvedValue(ok({ ...none, download: reading }))
    anyButton('Download now').click()
    await flushPromises()
    expect(bridge.paymentInquiry.downloadParticipants).toHaveBeenCalledTimes(1)
    expect(document.body.textContent).toContain('Downloading the list: 40 rows')
    bridge.paymentInquiry.getParticipants.mockResolvedValue(ok(participants))
    bridge.emit('paymentInquiry', 'participantsChanged', participants)
    await flushPromises()
    expect(document.body.textContent).toContain('found in the list of')
  })

  it('is chosen among the participants, with its number as listed', async () => {
    bridge.paymentInquiry.getParticipants.mockResolvedValue(ok(participants))
    bridge.paymentInquiry.listParticipants.mockResolvedValue(
      ok({ items: [{ row: 1, cells: ['Mill Bank', '055001001'] }], next: null, total: 1 }),
    )
    const page = await chooseRtp()
    await button(page, 'Find RTP participant').trigger('click')
    await flushPromises()
    anyButton('Choose Mill Bank').click()
    await flushPromises()
    expect(valueOf(page, 'creditPartyBank.name')).toBe('Mill Bank')
    expect(valueOf(page, 'creditPartyBank.aba')).toBe('055001001')
  })
})

it('every heading in the import guide is one that main understands', () => {
  const headers = importGuide.map(({ heading }) => heading)
  const { unused, columns } = importColumns({ headers, filled: headers.map(() => 1) })
  expect(unused).toEqual([])
  expect(columns).toHaveLength(importGuide.length)
})

describe('a new payment from a template or a file', () => {
  it('is filled from the template after the current draft is saved', async () => {
    const template = { ...emptyForm, amount: '88.00' }
    const { valueDate: _v, requestReference: _r, sendersReference: _s, ...rest } = template
    const { originatorReference: _o, receiversReference: _c, ...stored } = rest
    bridge.saved.take.mockResolvedValue(
      ok({ id: 't1', kind: 'payment-template', name: 'Rent', request: JSON.stringify(stored) }),
    )
    bridge.saved.list.mockResolvedValue(
      ok({
        items: [
          {
            id: 't1',
            kind: 'payment-template',
            name: 'Rent',
            at: '2026-11-01T00:00:00.000Z',
            operator: 'Mara Ellison',
            about: {
              of: 'payment-template',
              service: 'WIRE',
              beneficiary: 'Oak Mill',
              account: '\u2022\u2022\u2022\u20228877',
              amount: '88.00',
              currency: 'USD',
            },
          },
        ],
        next: null,
        total: 1,
      }),
    )
    const { page } = await mountCompose()
    await write(page, { amount: '5' })
    await button(page, 'Templates').trigger('click')
    await flushPromises()
    expect(document.body.textContent).toContain(
      'WIRE to Oak Mill \u2022\u2022\u2022\u20228877, USD 88.00',
    )
    anyButton('Use Rent').click()
    await flushPromises()
    expect(bridge.orders.saveDraft.mock.calls[0]?.[0]).toMatchObject({ form: { amount: '5' } })
    expect(valueOf(page, 'amount')).toBe('88.00')
    await pause()
    expect(lastSaved()).toMatchObject({ id: null, form: { amount: '88.00' } })
  })

  it('shows the rows of the file with their problems, and then creates drafts', async () => {
    const row = {
      row: 2,
      service: 'WIRE',
      beneficiary: 'Oak Mill',
      valueDate: '2026-11-24',
      account: '\u2022\u2022\u2022\u20228877',
      amount: '88.00',
      currency: 'USD',
    }
    bridge.orders.selectImport.mockResolvedValue(
      ok({
        draftId: 'i1',
        file: 'payments.csv',
        unusedColumns: ['Colour'],
        oddities: ['Row 4: a number in a format that may be a date.'],
        importedBefore: '2026-11-20T09:00:00.000Z',
        rows: [
          {
            ...row,
            isHeldBack: false,
            problems: [],
            notes: ['The same amount to the same account in row 3'],
          },
          {
            ...row,
            row: 3,
            isHeldBack: false,
            notes: [],
            problems: [{ path: 'amount', message: 'Amount: needed' }],
          },
          {
            ...row,
            row: 4,
            service: '',
            isHeldBack: true,
            notes: [],
            problems: [{ path: 'service', message: 'One of' }],
          },
        ],
        totals: [{ currency: 'USD', amount: 17_600, rows: 2 }],
      }),
    )
    bridge.orders.commitImport.mockResolvedValue(ok({ created: ['o11', 'o12'] }))
    const { page, router } = await mountCompose()
    await button(page, 'Import a file').trigger('click')
    await flushPromises()
    expect(bridge.orders.selectImport).not.toHaveBeenCalled()
    expect(document.body.textContent).toContain('Beneficiary bank ABA')
    anyButton('Choose a file').click()
    await flushPromises()
    const text = document.body.textContent
    expect(text).toContain('USD 176.00 in 2 rows')
    expect(text).toContain('Amount: needed')
    expect(text).not.toContain('Amount: Amount')
    expect(text).toContain('This file was imported before')
    expect(text).toContain('The same amount to the same account in row 3')
    expect(text).toContain('Colour')
    expect(text).toContain('Row 4: a number in a format that may be a date.')
    vi.useRealTimers()
    await expectDialogAccessible()
    // Only the good rows, unless the operator selects more.
    expect(anyButton('Create 1 draft').textContent).not.toContain('2')
    const more = document.querySelector<HTMLElement>(
      '[role="dialog"] [role="checkbox"], [role="dialog"] input[type="checkbox"]',
    )
    more?.click()
    await flushPromises()
    anyButton('Create 2 drafts').click()
    await flushPromises()
    expect(page.text()).toContain('2 drafts created from payments.csv')
    const push = vi.spyOn(router, 'push').mockResolvedValue(undefined)
    await button(page, 'Show all drafts').trigger('click')
    expect(push.mock.lastCall?.[0]).toBe('/orders?view=drafts')
    expect(bridge.orders.commitImport).toHaveBeenCalledWith({ draftId: 'i1', rows: [2, 3] })
    expect(router.currentRoute.value.path).toBe('/compose/o11')
    expect(document.activeElement?.tagName).toBe('H2')
  })

  it('shows why a file is refused, and another can be chosen there', async () => {
    const detail = 'It is a Java keystore, not a table. Save the table as .xlsx or CSV.'
    bridge.orders.selectImport.mockResolvedValue(
      err({ code: 'file-not-understood', file: 'keys.csv', detail }),
    )
    const { page } = await mountCompose()
    await button(page, 'Import a file').trigger('click')
    await flushPromises()
    anyButton('Choose a file').click()
    await flushPromises()
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain(`keys.csv: ${detail}`)
    expect(page.text()).not.toContain(detail)
    press('Escape')
    await flushPromises()
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    expect(page.text()).not.toContain(detail)
  })

  it('returns the focus when the file is closed by Escape', async () => {
    bridge.orders.selectImport.mockResolvedValue(
      ok({
        draftId: 'i1',
        file: 'payments.csv',
        unusedColumns: [],
        oddities: [],
        importedBefore: null,
        rows: [],
        totals: [],
      }),
    )
    const { page } = await mountCompose()
    await button(page, 'Import a file').trigger('click')
    await flushPromises()
    anyButton('Choose a file').click()
    await flushPromises()
    press('Escape')
    await flushPromises()
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    expect(document.activeElement).toBe(button(page, 'Import a file').element)
  })
})
