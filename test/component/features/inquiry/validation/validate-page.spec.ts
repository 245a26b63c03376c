import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import { answerText } from '../../../../../preload/contract/text/answers.ts'
import type { ConnectionState } from '../../../../../preload/contract/api/workstation-state.ts'
import type { ValidationRecord } from '../../../../../preload/contract/api/validation-record.ts'
import ValidatePage from '../../../../../renderer/features/inquiry/validation/ValidatePage.vue'
import { useBeneficiaryDraft } from '../../../../../renderer/state/passed-drafts.ts'
import {
  connectionState,
  fakeBridge,
  validationRecord,
  workstationState,
} from '../../../support/fake-bridge.ts'
import { expectNoViolation, mountPage, type MountedPage } from '../../../support/page.ts'
import { press } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})

async function fill({ page }: MountedPage, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await page.get(`input[name="${name}"]`).setValue(value)
}
const good = {
  routingNumber: '021000021',
  accountNumber: '0012345678',
  firstName: 'Ada',
  lastName: 'Alder',
}
const send = async ({ page }: MountedPage): Promise<void> => {
  await page.get('form').trigger('submit')
  await flushPromises()
}
const payButton = ({ page }: MountedPage) => {
  const found = page.findAll('button').find((one) => one.text().includes('Pay this account'))
  if (!found) throw new Error('no button to pay')
  return found
}

describe('the validation screen', () => {
  it('explains itself before the first request', async () => {
    const mounted = await mountPage(ValidatePage)
    expect(mounted.page.text()).toContain('No answer yet')
    await expectNoViolation(mounted.page)
  })

  it('opens with the focus in the first field', async () => {
    const { page } = await mountPage(ValidatePage)
    expect(document.activeElement).toBe(page.get('input[name="routingNumber"]').element)
  })

  it('starts again with a person after Clear', async () => {
    const mounted = await mountPage(ValidatePage)
    const { page } = mounted
    await page.get('input[type="radio"][value="business"]').setValue()
    await fill(mounted, { businessName: 'Alder Co' })
    await page
      .findAll('button')
      .find((one) => one.text() === 'Clear')
      ?.trigger('click')
    expect(page.find('input[name="businessName"]').exists()).toBe(false)
    expect(page.find('input[name="firstName"]').exists()).toBe(true)
  })

  it('reports no missing field of a form that was opened and left again', async () => {
    const mounted = await mountPage(ValidatePage)
    const field = mounted.page.get('input[name="routingNumber"]')
    await field.trigger('blur')
    expect(field.attributes('aria-invalid')).not.toBe('true')
    expect(mounted.page.text()).not.toContain('is needed')
    await send(mounted)
    expect(mounted.page.text()).toContain('Routing number is needed')
  })

  it('shows once that first and last name are needed together, and announces it with both', async () => {
    const mounted = await mountPage(ValidatePage)
    const { routingNumber, accountNumber } = good
    await fill(mounted, { routingNumber, accountNumber })
    await send(mounted)
    const drawn = mounted.page.findAll('[data-testid="missing-name"]')
    expect(drawn.map((one) => one.text())).toEqual([
      'First and last name are needed together bank specification',
    ])
    for (const name of ['firstName', 'lastName']) {
      const field = mounted.page.get(`input[name="${name}"]`)
      expect(field.attributes('aria-invalid')).toBe('true')
      const message = document.getElementById(field.attributes('aria-describedby') ?? '')
      expect(message?.className).toBe('sr-only')
      expect(message?.textContent).toContain('First and last name are needed together')
    }
    await fill(mounted, { firstName: 'Ada' })
    expect(mounted.page.findAll('[data-testid="missing-name"]')).toHaveLength(1)
    await fill(mounted, { lastName: 'Alder' })
    expect(mounted.page.findAll('[data-testid="missing-name"]')).toHaveLength(0)
    await expectNoViolation(mounted.page)
  })

  it('shows a broken rule at once beside its field, with its source', async () => {
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, { routingNumber: '12' })
    expect(mounted.page.text()).toContain('Nine digits, leading zeros included')
    expect(mounted.page.text()).toContain('bank specification')
    expect(mounted.page.html()).toContain(
      'Account Validation and ACH Inquiry Specification, Account validation request',
    )
    expect(mounted.page.get('input[name="routingNumber"]').attributes('aria-invalid')).toBe('true')
    await expectNoViolation(mounted.page)
  })

  it('marks an answer while the form differs from its request', async () => {
    bridge.validation.submit.mockResolvedValue(ok(validationRecord()))
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, good)
    await send(mounted)
    const pageText = 'The form has changed since this answer'
    expect(mounted.page.text()).not.toContain(pageText)
    await fill(mounted, { accountNumber: '0012345679' })
    expect(mounted.page.text()).toContain(pageText)
    await expectNoViolation(mounted.page)
    await fill(mounted, { accountNumber: good.accountNumber })
    expect(mounted.page.text()).not.toContain(pageText)
  })

  it('warns of an unusual routing number without blocking', async () => {
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, { ...good, routingNumber: '130000006' })
    expect(mounted.page.text()).toContain('Unusual routing number: check it')
    expect(mounted.page.text()).toContain('ABA, first two digits')
    await fill(mounted, { ...good, routingNumber: '021000022' })
    expect(mounted.page.text()).toContain('Unusual routing number: check it')
    expect(mounted.page.text()).toContain('ABA, check digit')
    await send(mounted)
    expect(bridge.validation.submit).toHaveBeenCalledOnce()
  })

  it('sends nothing while a rule is broken, and keeps the input', async () => {
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, { accountNumber: '12345678' })
    await send(mounted)
    expect(bridge.validation.submit).not.toHaveBeenCalled()
    expect(mounted.page.text()).toContain('Routing number is needed')
    expect(
      (mounted.page.get('input[name="accountNumber"]').element as HTMLInputElement).value,
    ).toBe('12345678')
  })

  it('sends the canonical request and shows the answer in the prescribed order', async () => {
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, good)
    await send(mounted)
    expect(bridge.validation.submit).toHaveBeenCalledWith({
      apiVersion: 'v1',
      routingNumber: '021000021',
      accountNumber: '0012345678',
      ownerKind: 'person',
      owner: { firstName: 'Ada', lastName: 'Alder' },
    })
    const text = mounted.page.text()
    const places = ['Error code', 'Account status', 'Condition', 'Match score', 'Whole name'].map(
      (part) => text.indexOf(part),
    )
    expect(places.every((place, i) => place > (places[i - 1] ?? -1))).toBe(true)
    expect(text).toContain('Account open, owner matches')
    await expectNoViolation(mounted.page)
  })

  it('opens a payment to the validated account in one action, with this answer as evidence', async () => {
    bridge.validation.submit.mockResolvedValue(ok(validationRecord({ id: 'v7' })))
    const inFull = { id: 'v7', account: '0012345678', ownerName: 'Ada Alder' }
    bridge.validation.reveal.mockResolvedValue(ok(validationRecord(inFull)))
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, good)
    await send(mounted)
    await payButton(mounted).trigger('click')
    await flushPromises()
    expect(bridge.validation.reveal).toHaveBeenCalledWith({ id: 'v7' })
    expect(mounted.router.currentRoute.value.path).toBe('/compose')
    expect(useBeneficiaryDraft().take()).toEqual({
      name: 'Ada Alder',
      accountNumber: '0012345678',
      aba: '021000021',
      validationId: 'v7',
    })
    expect(useBeneficiaryDraft().take()).toBeUndefined()
  })

  it('says what does not matter in a comparison, and that more fields help', async () => {
    const { page } = await mountPage(ValidatePage)
    const advice =
      'More fields give a better validation. Case, spacing and punctuation do not matter.'
    expect(page.text()).toContain(advice)
    await page.get('input[type="radio"][value="none"]').setValue()
    expect(page.text()).not.toContain(advice)
  })

  it('offers no payment where there was no answer about the account', async () => {
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, good)
    for (const resultClass of ['pause-after-429', 'bank-unavailable', 'not-answered'] as const) {
      bridge.validation.submit.mockResolvedValue(ok(validationRecord({ resultClass })))
      await send(mounted)
      expect(mounted.page.text(), resultClass).not.toContain('Pay this account')
      press('P', { ctrlKey: true, shiftKey: true })
      await flushPromises()
    }
    expect(bridge.validation.reveal).not.toHaveBeenCalled()
  })

  it('shows why an account that is closed, not found or not named in the answer cannot be paid', async () => {
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, good)
    for (const part of [
      { resultClass: 'account-closed' },
      { resultClass: 'account-not-found' },
      { answersAbout: 'another-account' },
    ] as const) {
      bridge.validation.submit.mockResolvedValue(ok(validationRecord(part)))
      await send(mounted)
      expect(payButton(mounted).attributes('aria-disabled'), JSON.stringify(part)).toBe('true')
      await payButton(mounted).trigger('click')
    }
    expect(bridge.validation.reveal).not.toHaveBeenCalled()
  })

  it('stays on the answer where main does not reveal the account', async () => {
    bridge.validation.submit.mockResolvedValue(ok(validationRecord()))
    bridge.validation.reveal.mockResolvedValue(err({ code: 'not-found' }))
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, good)
    await send(mounted)
    await payButton(mounted).trigger('click')
    await flushPromises()
    expect(mounted.router.currentRoute.value.path).toBe('/')
    expect(mounted.page.text()).toContain('Not found')
    expect(useBeneficiaryDraft().take()).toBeUndefined()
  })

  it('explains each code by its own field: the same 000 is good in one and bad in another', async () => {
    const answered = validationRecord()
    if (answered.answer.kind !== 'answered') throw new Error('the record holds no answer')
    const reading = { ...answered.answer.reading, feeAttrib: 'HH' }
    const status = { code: '000', message: null }
    bridge.validation.submit.mockResolvedValue(
      ok({
        ...answered,
        answer: { ...answered.answer, reading: { ...reading, accountStatus: status } },
      }),
    )
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, good)
    await send(mounted)
    const names = mounted.page
      .findAll('button[aria-haspopup="dialog"]')
      .map((button) => button.attributes('aria-label'))
    expect(names.slice(0, 4)).toEqual([
      '000: Normal',
      '000: Routing and account combination cannot be located',
      '000: Normal',
      'Y: Close or exact match',
    ])
    expect(mounted.page.text()).toContain('HH')
    expect(mounted.page.text()).toContain('ACH transaction')
    await expectNoViolation(mounted.page)
  })

  it('does not send the names of the other owner kind', async () => {
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, good)
    await mounted.page.get('input[value="none"]').setValue()
    await send(mounted)
    expect(bridge.validation.submit).toHaveBeenCalledWith(
      expect.objectContaining({ ownerKind: 'none', owner: {} }),
    )
  })

  it('sends one request, however often the button is pressed', async () => {
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, good)
    await Promise.all([send(mounted), send(mounted), send(mounted)])
    expect(bridge.validation.submit).toHaveBeenCalledOnce()
  })

  it('shows an unknown outcome as unknown', async () => {
    bridge.validation.submit.mockResolvedValue(
      ok(
        validationRecord({
          resultClass: 'not-answered',
          answer: { kind: 'no-answer', reason: 'timed-out' },
          raw: null,
        }),
      ),
    )
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, good)
    await send(mounted)
    expect(mounted.page.text()).toContain('No answer in time')
    expect(mounted.page.text()).toContain('may have reached the bank')
    await expectNoViolation(mounted.page)
  })

  const trace = {
    status: 429,
    transactionId: 'T-77',
    namesPayment: false,
    correlationId: 'C-9',
    transactionTime: null,
  }
  const refused = {
    kind: 'refused',
    problem: 'threshold-reached',
    messages: [{ code: null, text: 'Request threshold reached' }],
    connectError: null,
    unreadable: null,
    reading: null,
    beside: [{ path: 'odd', value: 'extra' }],
    trace,
  } as const
  const requested = async (
    answer: ValidationRecord['answer'],
    part: Partial<ConnectionState> = {},
  ) => {
    bridge.connection.getState.mockResolvedValue(ok({ ...connectionState, ...part }))
    bridge.validation.submit.mockResolvedValue(ok(validationRecord({ answer })))
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, good)
    await send(mounted)
    await expectNoViolation(mounted.page)
    return mounted.page.get('section[aria-label="Answer"]').text()
  }

  it('explains a refusal as every other screen does, with the text and ids of the bank', async () => {
    const budget = { ...connectionState.budget, pausedUntil: '2026-11-21T09:16:00.000Z' }
    const text = await requested(refused, { budget })
    const { title, reason, next } = answerText(refused, 'reads') ?? {}
    for (const part of [title, reason, next, 'Request threshold reached', 'T-77', 'C-9', 'extra'])
      expect(text).toContain(part)
    expect(text).toContain('Calls start again at')
    expect(text).toContain('The bank asked for a pause')
  })

  it('bank note 8: names the address that the bank sees beside a 403', async () => {
    const forbidden = {
      ...refused,
      problem: 'forbidden',
      trace: { ...trace, status: 403 },
    } as const
    const forbiddenHint = 'The bank sees this computer as 198.51.100.7.'
    expect(await requested(forbidden, { forbiddenHint })).toContain(forbiddenHint)
    expect(await requested(refused, { forbiddenHint })).not.toContain(forbiddenHint)
  })

  it('reports a page of a gateway as not understood', async () => {
    const page = {
      ...refused,
      problem: 'downstream-unreachable',
      messages: [],
      unreadable: 'html',
      trace: { ...trace, status: 502 },
    } as const
    const text = await requested(page)
    expect(text).toContain('Answer not understood')
    expect(text).toContain('The body was a web page.')
  })

  it('bank note 20: shows warnings beside the result, and the ids of an answer once', async () => {
    const { answer } = validationRecord()
    if (answer.kind !== 'answered') throw new Error('the record holds no answer')
    const warnings = [{ code: 'ECA-W-001', text: 'Some data unavailable' }]
    const warned = await requested({ ...answer, warnings, trace: { ...trace, status: 299 } })
    for (const part of ['Answered with warnings', 'Some data unavailable', 'Match score'])
      expect(warned).toContain(part)
    expect(warned.match(/T-77/g)).toHaveLength(1)
    const plain = await requested({ ...answer, trace: { ...trace, status: 200 } })
    expect(plain).not.toContain('Answered with warnings')
    expect(plain.match(/T-77/g)).toHaveLength(1)
  })

  it('explains a refusal of main, and keeps the input', async () => {
    bridge.validation.submit.mockResolvedValue(
      err({ code: 'rate-paused', until: workstationState.version && '2026-11-21T09:16:00.000Z' }),
    )
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, good)
    await send(mounted)
    expect(mounted.page.text()).toContain('The bank asked for a pause')
    expect((mounted.page.get('input[name="firstName"]').element as HTMLInputElement).value).toBe(
      'Ada',
    )
  })

  it('shows the findings of main beside their fields', async () => {
    const fields = [{ path: 'owner.lastName', message: 'Too odd', source: 'bank' }]
    bridge.validation.submit.mockResolvedValue(err({ code: 'invalid-input', fields }))
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, good)
    await send(mounted)
    expect(mounted.page.get('input[name="lastName"]').attributes('aria-invalid')).toBe('true')
    expect(mounted.page.text()).toContain('Too odd')
  })

  it('shows why nothing can be requested while the store is closed', async () => {
    bridge.workstation.getState.mockResolvedValue(
      ok({ ...workstationState, store: { state: 'refused', reason: 'store-newer', detail: null } }),
    )
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, good)
    await send(mounted)
    expect(bridge.validation.submit).not.toHaveBeenCalled()
    expect(mounted.page.get('button[type="submit"]').attributes('aria-disabled')).toBe('true')
  })

  it('shows the raw answer formatted, with its digits as received', async () => {
    const mounted = await mountPage(ValidatePage)
    await fill(mounted, good)
    await send(mounted)
    const button = mounted.page.findAll('button').find((each) => each.text().includes('Raw answer'))
    await button?.trigger('click')
    expect(mounted.page.text()).toContain('"a": 1.10')
    expect(mounted.page.text()).toContain('0b0f7f0e-2c52-4a0e-9d3c-0f6f4b6f8f11')
    await expectNoViolation(mounted.page)
  })
})
