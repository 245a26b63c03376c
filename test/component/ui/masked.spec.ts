import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Masked from '../../../renderer/ui/text/Masked.vue'
import { axeViolations, byRole, show, useStage } from './stage.ts'

const number = '000123456789'
const masked = '\u2022\u2022\u2022\u20226789'
const reveal = vi.fn(() => Promise.resolve<string | undefined>(number))
const mountIt = (props = {}) =>
  show(Masked, { props: { masked, label: 'account number', reveal, ...props } })
async function fetchPage(): Promise<void> {
  byRole('button', 'Show the account number').click()
  await flushPromises()
}
const text = () => document.body.textContent

describe('Masked', () => {
  useStage()
  beforeEach(() => {
    vi.useFakeTimers()
    reveal.mockClear()
  })
  afterEach(() => vi.useRealTimers())

  it('shows nothing of the value before it is requested', () => {
    mountIt()
    expect(text()).toContain(masked)
    expect(document.body.innerHTML).not.toContain(number)
    expect(reveal).not.toHaveBeenCalled()
  })

  it('shows the value for half a minute with a countdown, and masks it again by itself', async () => {
    mountIt()
    await fetchPage()
    expect(text()).toContain(number)
    expect(text()).toContain('masked again in 30 s')
    await vi.advanceTimersByTimeAsync(12_000)
    expect(text()).toContain('masked again in 18 s')
    await vi.advanceTimersByTimeAsync(17_000)
    expect(text()).toContain(number)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(document.body.innerHTML).not.toContain(number)
    expect(byRole('status').textContent).toBe('Masked again')
  })

  it('masks the value on a second press, and requests it each time', async () => {
    mountIt()
    await fetchPage()
    byRole('button', 'Mask the account number').click()
    await flushPromises()
    expect(document.body.innerHTML).not.toContain(number)
    await fetchPage()
    expect(reveal).toHaveBeenCalledTimes(2)
  })

  it('masks the value when the window loses the focus', async () => {
    mountIt()
    await fetchPage()
    window.dispatchEvent(new Event('blur'))
    await flushPromises()
    expect(document.body.innerHTML).not.toContain(number)
  })

  it('does not show a value that arrives after the window lost the focus', async () => {
    let answerWith: (value: string) => void = () => undefined
    const slow = () => new Promise<string>((resolve) => (answerWith = resolve))
    mountIt({ reveal: slow })
    await fetchPage()
    window.dispatchEvent(new Event('blur'))
    answerWith(number)
    await flushPromises()
    expect(document.body.innerHTML).not.toContain(number)
  })

  it('sends one request, however often it is pressed meanwhile', async () => {
    const never = vi.fn(() => new Promise<undefined>(() => undefined))
    mountIt({ reveal: never })
    await fetchPage()
    await fetchPage()
    expect(never).toHaveBeenCalledOnce()
  })

  it('stays masked after a refusal, and can be requested again', async () => {
    reveal.mockResolvedValueOnce(undefined)
    mountIt()
    await fetchPage()
    expect(text()).toContain(masked)
    await fetchPage()
    expect(text()).toContain(number)
  })

  it('starts masked when another value replaces it', async () => {
    const wrapper = mountIt()
    await fetchPage()
    await wrapper.setProps({ masked: '\u2022\u2022\u2022\u20220177' })
    expect(document.body.innerHTML).not.toContain(number)
  })

  it('leaves no timer when the screen is left', async () => {
    const wrapper = mountIt()
    await fetchPage()
    wrapper.unmount()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('has a name for its button and no axe violation', async () => {
    mountIt()
    await fetchPage()
    vi.useRealTimers()
    expect(await axeViolations()).toEqual([])
  })
})
