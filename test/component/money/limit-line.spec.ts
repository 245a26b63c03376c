import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ok } from '../../../preload/contract/kernel/result.ts'
import LimitLine from '../../../renderer/money/LimitLine.vue'
import { fakeBridge } from '../support/fake-bridge.ts'
import { mountPage } from '../support/page.ts'
import { defineComponent, h } from 'vue'

enableAutoUnmount(afterEach)
const line = defineComponent({
  setup: () => () => h(LimitLine, { id: null, service: 'WIRE', currency: 'USD', amount: null }),
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  vi.setSystemTime('2026-11-24T04:58:30.000Z')
})
afterEach(() => {
  vi.useRealTimers()
})

it('reads the limit again when a banking day of the policy begins, as main decides', async () => {
  const bridge = fakeBridge()
  const day = {
    perDay: 5_000_000,
    left: 1_000_000,
    leftToRelease: 5_000_000,
    resent: 0,
    date: '2026-11-23',
    zone: 'America/New_York',
  }
  const limit = { currency: 'USD', perPayment: null, day }
  bridge.orders.getLimit.mockResolvedValue(ok(limit))
  const { page } = await mountPage(line)
  const readings = () => bridge.orders.getLimit.mock.calls.length
  const pass = async (seconds: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    await flushPromises()
  }
  const before = readings()
  await pass(60)
  expect(readings()).toBe(before)
  // The clock of main may be behind this one.
  await pass(60)
  expect(readings()).toBe(before + 1)
  const next = { ...day, left: 5_000_000, date: '2026-11-24' }
  bridge.orders.getLimit.mockResolvedValue(ok({ ...limit, day: next }))
  await pass(60)
  expect(page.text()).toContain('USD 50,000.00 of 50,000.00 left today')
  const after = readings()
  await pass(120)
  expect(readings()).toBe(after)
})

it('names the amount that a resend counts again', async () => {
  const bridge = fakeBridge()
  const day = {
    perDay: 5_000_000,
    left: 4_000_000,
    leftToRelease: 3_180_000,
    resent: 910_000,
    date: '2026-11-23',
    zone: 'America/New_York',
  }
  bridge.orders.getLimit.mockResolvedValue(ok({ currency: 'USD', perPayment: null, day }))
  const { page } = await mountPage(line)
  expect(page.text()).toContain(
    'USD 31,800.00 left to release today; resends counted again: 9,100.00',
  )
})
