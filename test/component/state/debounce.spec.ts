import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { defineComponent, h } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useDebounced } from '../../../renderer/state/debounce.ts'
import { useValidationHistory } from '../../../renderer/features/inquiry/validation/validation-history.ts'
import { bridge } from '../../../renderer/state/bridge.ts'

vi.mock('../../../renderer/state/bridge.ts', () => {
  const list = vi.fn(() =>
    Promise.resolve({ ok: true, value: { items: [], next: null, total: 0 } }),
  )
  return { bridge: () => ({ validation: { list } }) }
})
enableAutoUnmount(afterEach)
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** The result of a component's setup, and the component. */
function inComponent<T>(make: () => T) {
  let result: T | undefined
  const setup = () => {
    result = make()
    return () => h('p')
  }
  const page = mount(defineComponent({ setup }))
  if (result === undefined) throw new Error('setup did not run')
  return { result, page }
}

describe('a debounced action', () => {
  it('runs once after typing has paused', async () => {
    const act = vi.fn()
    const { result: soon } = inComponent(() => useDebounced(act))
    for (let letter = 0; letter < 3; letter += 1) {
      soon()
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(act).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1000)
    expect(act).toHaveBeenCalledTimes(1)
  })

  it('never runs after its component was unmounted', async () => {
    const act = vi.fn()
    const { result: soon, page } = inComponent(() => useDebounced(act))
    soon()
    page.unmount()
    await vi.advanceTimersByTimeAsync(1000)
    expect(act).not.toHaveBeenCalled()
  })

  it('does not read the history once its screen was left', async () => {
    const { result: history, page } = inComponent(useValidationHistory)
    history.search.value = 'Alder'
    await flushPromises()
    page.unmount()
    await vi.advanceTimersByTimeAsync(1000)
    expect(bridge().validation.list).not.toHaveBeenCalled()
  })
})
