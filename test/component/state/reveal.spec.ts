import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { defineComponent, h, KeepAlive, ref } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { ValidationRecord } from '../../../preload/contract/api/validation-record.ts'
import HistoryPage from '../../../renderer/features/inquiry/validation/HistoryPage.vue'
import ValidatePage from '../../../renderer/features/inquiry/validation/ValidatePage.vue'
import { fakeBridge, validationRecord, workstationState } from '../support/fake-bridge.ts'
import { expectNoViolation, mountPage } from '../support/page.ts'
import { allByRole, byRole } from '../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
const dots = '\u2022\u2022\u2022'
const masked = (part: Partial<ValidationRecord> = {}) =>
  validationRecord({ ownerName: `A${dots} A${dots}`, ...part })
const { answer: _answer, raw: _raw, ...line } = masked()
const whole = validationRecord({ account: '12345678', ownerName: 'Ada Alder' })

beforeEach(() => {
  Object.assign(globalThis, {
    ResizeObserver: class {
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  })
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  bridge = fakeBridge()
  bridge.validation.submit.mockResolvedValue(ok(masked()))
  bridge.validation.get.mockResolvedValue(ok(masked()))
  bridge.validation.list.mockResolvedValue(ok({ items: [line], next: null, total: 1 }))
  bridge.validation.reveal.mockResolvedValue(ok(whole))
})
afterEach(() => vi.useRealTimers())

const answer = () => document.querySelector('section[aria-label="Answer"]')?.textContent ?? ''
async function press(name: string): Promise<void> {
  byRole('button', name).click()
  await flushPromises()
}
const reveal = () => press('Show account and owner')

async function openRecord() {
  const { page, router } = await mountPage(HistoryPage, '/validation/history/v1')
  return { page, router }
}
/** The validation screen, kept alive as in the window, with an answer. */
async function fetchPage() {
  const isShown = ref(true)
  const compose = () => h(KeepAlive, () => (isShown.value ? h(ValidatePage) : h('i')))
  const { page } = await mountPage(defineComponent(() => compose))
  const typed = { routingNumber: '021000021', accountNumber: '12345678' }
  for (const [name, value] of Object.entries({ ...typed, firstName: 'Ada', lastName: 'Alder' }))
    await page.get(`input[name="${name}"]`).setValue(value)
  await page.get('form').trigger('submit')
  await flushPromises()
  return { page, isShown }
}

describe('a record of the history', () => {
  it('shows neither owner nor account before they are requested', async () => {
    const { page } = await openRecord()
    expect(answer()).toContain(`A${dots} A${dots}`)
    expect(answer()).not.toMatch(/Ada|Alder|12345678/)
    expect(bridge.validation.reveal).not.toHaveBeenCalled()
    await expectNoViolation(page)
  })

  it('is shown in full for half a minute with a countdown, and masked again by itself', async () => {
    const { page } = await openRecord()
    await reveal()
    expect(bridge.validation.reveal).toHaveBeenCalledExactlyOnceWith({ id: 'v1' })
    expect(answer()).toContain('Ada Alder')
    expect(answer()).toContain('12345678')
    expect(answer()).toContain('Showing it is recorded')
    expect(answer()).toContain('Masked again in 30 s')
    vi.advanceTimersByTime(29_000)
    await flushPromises()
    expect(answer()).toContain('Masked again in 1 s')
    vi.advanceTimersByTime(1_000)
    await flushPromises()
    expect(page.html()).not.toMatch(/Ada|Alder|12345678/)
    expect(bridge.validation.get).toHaveBeenCalledOnce()
  })

  it('is masked again on request, and when the window loses the focus', async () => {
    const { page } = await openRecord()
    await reveal()
    await expectNoViolation(page)
    await press('Mask account and owner')
    expect(page.html()).not.toMatch(/Ada|12345678/)
    await reveal()
    window.dispatchEvent(new Event('blur'))
    await flushPromises()
    expect(page.html()).not.toMatch(/Ada|12345678/)
    expect(bridge.validation.reveal).toHaveBeenCalledTimes(2)
  })

  it('starts masked where another record is chosen', async () => {
    const { page, router } = await openRecord()
    await reveal()
    bridge.validation.get.mockResolvedValue(ok(masked({ id: 'v2' })))
    await router.push('/validation/history/v2')
    await flushPromises()
    expect(page.html()).not.toMatch(/Ada|12345678/)
  })

  it('is not shown in full without a request', async () => {
    const { page } = await openRecord()
    await reveal()
    const operator = workstationState.operators[1] ?? workstationState.operator
    bridge.emit('workstation', 'stateChanged', { ...workstationState, operator })
    await flushPromises()
    expect(page.html()).not.toMatch(/Ada|12345678/)
  })

  it('shows why it could not be revealed, and stays masked', async () => {
    bridge.validation.reveal.mockResolvedValue(err({ code: 'not-found' }))
    await openRecord()
    await reveal()
    expect(byRole('alert').textContent).toContain('Not found')
    expect(answer()).toContain(`A${dots} A${dots}`)
    expect(allByRole('button', 'Show account and owner')).toHaveLength(1)
  })
})

describe('the latest answer of the form', () => {
  it('is masked although the form beside it stays as typed', async () => {
    const { page } = await fetchPage()
    expect(answer()).not.toMatch(/Ada|Alder|12345678/)
    expect((page.get('input[name="lastName"]').element as HTMLInputElement).value).toBe('Alder')
  })

  it('is masked again when another screen was shown meanwhile', async () => {
    const { isShown } = await fetchPage()
    await reveal()
    expect(answer()).toContain('Ada Alder')
    isShown.value = false
    await flushPromises()
    isShown.value = true
    await flushPromises()
    expect(answer()).not.toMatch(/Ada|Alder|12345678/)
  })
})
