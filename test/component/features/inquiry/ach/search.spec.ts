import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import { useWorkstation } from '../../../../../renderer/state/stores/workstation.store.ts'
import { connectionState, fakeBridge, workstationState } from '../../../support/fake-bridge.ts'
import { expectNoViolation } from '../../../support/page.ts'
import {
  account,
  request,
  buttonOf,
  choose,
  fill,
  mounted,
  press,
  textOfField,
} from './inquiry-stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 12, 0, 0) })
  bridge = fakeBridge()
  bridge.achInquiry.getAccounts.mockResolvedValue(
    ok({
      settlement: 'non-consolidated',
      zone: 'UTC',
      accounts: [account(), account({ id: 'own-2' })],
    }),
  )
})
afterEach(() => vi.useRealTimers())

const lastWeek = { fromDate: '2026-11-15', toDate: '2026-11-21' }

describe('the search of the ACH list', () => {
  it('explains the screen before the first request', async () => {
    const { page } = await mounted()
    expect(page.text()).toContain('Check whether an ACH transaction was collected')
    await expectNoViolation(page)
  })

  it('requests the last seven collected days of an own account', async () => {
    const { page, router } = await mounted()
    await fill(page, { account: 'own-1' })
    await request(page)
    expect(bridge.achInquiry.inquire).toHaveBeenCalledWith({
      question: {
        mode: 'list',
        account: { kind: 'own', id: 'own-1' },
        dateSearchType: 'COLLECTED',
        ...lastWeek,
      },
      again: false,
    })
    expect(router.currentRoute.value.path).toBe('/ach-inquiry/q1')
    await expectNoViolation(page)
  })

  it('selects the only account by itself, and none of several', async () => {
    bridge.achInquiry.getAccounts.mockResolvedValue(
      ok({
        settlement: null,
        zone: 'UTC',
        accounts: [account(), account({ id: 'x', listable: false })],
      }),
    )
    const { page } = await mounted()
    expect(page.get<HTMLSelectElement>('[name="account"]').element.value).toBe('own-1')
  })

  it('converts amounts exactly to minor units, and refuses ambiguous decimals', async () => {
    const { page } = await mounted()
    await fill(page, { account: 'own-1', lowest: '0.10', highest: '1,250.10' })
    await request(page)
    expect(bridge.achInquiry.inquire.mock.lastCall?.[0].question).toMatchObject({
      minimumAmount: 10,
      maximumAmount: 125_010,
    })
  })

  it.each(['1.000', '12,50', '-1', '1e3'])(
    'refuses %s as an amount and sends nothing',
    async (text) => {
      const { page } = await mounted()
      await fill(page, { account: 'own-1', highest: text })
      await request(page)
      expect(textOfField(page, 'highest')).toContain('An amount of dollars and cents')
      expect(bridge.achInquiry.inquire).not.toHaveBeenCalled()
      expect(page.get<HTMLInputElement>('[name="highest"]').element.value).toBe(text)
    },
  )

  it('bank note 43: shows the date limits of the list with their source', async () => {
    const { page } = await mounted()
    await fill(page, { account: 'own-1', fromDate: '2026-10-01', toDate: '2026-11-02' })
    await request(page)
    expect(textOfField(page, 'toDate')).toContain('At most 31 days after From')
    expect(textOfField(page, 'toDate')).toContain('bank specification')
    await fill(page, { fromDate: '2026-11-20', toDate: '2026-11-20' })
    await request(page)
    expect(bridge.achInquiry.inquire).toHaveBeenCalledOnce()
  })

  it('warns of an unusual trace number by the rule of the network, and still sends the request', async () => {
    const { page } = await mounted()
    await fill(page, { account: 'own-1', traceNumber: '55006' })
    expect(textOfField(page, 'traceNumber')).toContain(
      'A trace number of the network has 15 digits',
    )
    expect(textOfField(page, 'traceNumber')).toContain('network')
    await request(page)
    expect(bridge.achInquiry.inquire).toHaveBeenCalledOnce()
  })

  it('bank note 49: does not offer settled dates with consolidated settlement, and explains why', async () => {
    bridge.achInquiry.getAccounts.mockResolvedValue(
      ok({ settlement: 'consolidated', zone: 'UTC', accounts: [account()] }),
    )
    const { page } = await mounted()
    const settled = page.get<HTMLOptionElement>('[name="dateSearchType"] option[value="SETTLED"]')
    expect(settled.element.disabled).toBe(true)
    expect(textOfField(page, 'dateSearchType')).toContain('Consolidated settlement has no SETTLED')
    await fill(page, { dateSearchType: 'SETTLED' })
    await request(page)
    expect(bridge.achInquiry.inquire).not.toHaveBeenCalled()
  })

  it('links to Connection for the settlement type, except in practice', async () => {
    bridge.achInquiry.getAccounts.mockResolvedValue(
      ok({ settlement: null, zone: 'UTC', accounts: [account()] }),
    )
    const { page } = await mounted()
    expect(textOfField(page, 'dateSearchType')).toContain('Left blank: collected')
    useWorkstation().state = { ...workstationState, environment: 'pre-production' }
    await flushPromises()
    expect(textOfField(page, 'dateSearchType')).toContain('Settlement type unknown: see Connection')
  })

  it('bank note 36: shows an account of 17 digits and explains that it cannot be listed', async () => {
    bridge.achInquiry.getAccounts.mockResolvedValue(
      ok({ settlement: null, zone: 'UTC', accounts: [account({ id: 'long', listable: false })] }),
    )
    const { page } = await mounted()
    expect(page.text()).toContain('17 digits: cannot be searched')
    await fill(page, { account: 'long' })
    expect(textOfField(page, 'account')).toContain('ACH inquiry cannot list it')
    await fill(page, { account: 'other', typedAccount: '12345678901234567' })
    expect(textOfField(page, 'typedAccount')).toContain('ACH inquiry cannot list it')
    await request(page)
    expect(bridge.achInquiry.inquire).not.toHaveBeenCalled()
  })

  it('requests one transaction by its PAR number, and not without one', async () => {
    const { page } = await mounted()
    await choose(page, 'One PAR number')
    await request(page)
    expect(textOfField(page, 'parNumber')).toContain('A PAR number')
    await fill(page, { parNumber: ' PAR0001 ' })
    await request(page)
    expect(bridge.achInquiry.inquire.mock.lastCall?.[0].question).toEqual({
      mode: 'par',
      parNumber: 'PAR0001',
    })
  })

  it('shows what main refused beside its field and keeps the input', async () => {
    bridge.achInquiry.inquire.mockResolvedValueOnce(
      err({
        code: 'invalid-input',
        fields: [{ path: 'question.traceNumber', message: 'Not this one', source: null }],
      }),
    )
    const { page } = await mounted()
    await fill(page, { account: 'own-1', traceNumber: '055006000000001' })
    await request(page)
    expect(textOfField(page, 'traceNumber')).toContain('Not this one')
    expect(page.get<HTMLInputElement>('[name="traceNumber"]').element.value).toBe('055006000000001')
  })

  it('can be filled and checked offline, and shows why it cannot send', async () => {
    const { page } = await mounted()
    useWorkstation().connection = { ...connectionState, bank: { state: 'not-running' } }
    await fill(page, { account: 'own-1', fromDate: 'yesterday' })
    expect(textOfField(page, 'fromDate')).toContain('A date as YYYY-MM-DD')
    expect(page.text()).toContain('The bank did not start')
    expect(buttonOf(page, 'Query the bank').attributes('aria-disabled')).toBe('true')
    await request(page)
    expect(bridge.achInquiry.inquire).not.toHaveBeenCalled()
  })
})

describe('the search of the earlier endpoints', () => {
  it('bank note 43: accepts no single day, and sends two days where the list sent one', async () => {
    const { page } = await mounted()
    await fill(page, { account: 'own-1', range: 'today' })
    await choose(page, 'Earlier endpoints')
    expect(page.get<HTMLInputElement>('[name="fromDate"]').element.value).toBe('2026-11-20')
    await fill(page, { fromDate: '2026-11-21' })
    expect(textOfField(page, 'toDate')).toContain('a single day is not possible')
    await expectNoViolation(page)
  })

  it('bank note 42: requests several accounts and numbers at once', async () => {
    const { page } = await mounted()
    await fill(page, { account: 'own-1' })
    await choose(page, 'Earlier endpoints')
    await choose(page, 'Collected')
    await fill(page, {
      typedAccounts: '0012\n0034',
      parNumbers: 'PAR1, PAR2',
      traceNumbers: '055006000000001',
      secCode: 'PPD',
      creditOrDebit: 'D',
    })
    await request(page)
    expect(bridge.achInquiry.inquire.mock.lastCall?.[0].question).toEqual({
      mode: 'collected',
      accounts: [
        { kind: 'own', id: 'own-1' },
        { kind: 'typed', number: '0012' },
        { kind: 'typed', number: '0034' },
      ],
      ...lastWeek,
      creditOrDebit: 'D',
      parNumbers: ['PAR1', 'PAR2'],
      traceNumbers: ['055006000000001'],
      secCode: 'PPD',
      addendaFlag: 'Y',
      detailsFlag: 'Y',
    })
  })

  it('requires numbers of the kind that a status inquiry uses', async () => {
    const { page } = await mounted()
    await choose(page, 'Earlier endpoints')
    await choose(page, 'Status by trace')
    await fill(page, { typedAccounts: '0012', parNumbers: 'PAR1' })
    await request(page)
    expect(textOfField(page, 'traceNumbers')).toContain('At least one trace number')
    expect(bridge.achInquiry.inquire).not.toHaveBeenCalled()
    await fill(page, { traceNumbers: '055006000000001' })
    await request(page)
    expect(bridge.achInquiry.inquire.mock.lastCall?.[0].question).toMatchObject({
      mode: 'status',
      by: 'trace',
      parNumbers: ['PAR1'],
      traceNumbers: ['055006000000001'],
    })
  })
})

describe('saved searches', () => {
  it('store own accounts and a named range by reference', async () => {
    const { page } = await mounted()
    await fill(page, { account: 'own-1', range: 'last-31', lowest: '5.00' })
    await press(page, 'Save search')
    const name = document.querySelector<HTMLInputElement>('[name="search-name"]')
    if (!name) throw new Error('no name is asked for')
    name.value = 'Month'
    name.dispatchEvent(new Event('input'))
    name.form?.dispatchEvent(new Event('submit', { cancelable: true }))
    await flushPromises()
    const [stored] = bridge.saved.save.mock.lastCall ?? []
    expect(stored).toMatchObject({ kind: 'ach-search', name: 'Month' })
    expect(JSON.parse(stored?.request ?? '')).toMatchObject({
      account: 'own-1',
      range: 'last-31',
      fromDate: '',
      toDate: '',
      lowest: '5.00',
    })
  })

  it('cannot store a typed account number, and show why', async () => {
    const { page } = await mounted()
    await fill(page, { account: 'other', typedAccount: '123456' })
    const saveButton = buttonOf(page, 'Save search')
    expect(saveButton.attributes('aria-disabled')).toBe('true')
    await saveButton.trigger('click')
    await flushPromises()
    expect(document.querySelector('[name="search-name"]')).toBeNull()
    expect(bridge.saved.save).not.toHaveBeenCalled()
  })
})
