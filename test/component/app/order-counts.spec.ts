import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderCounts } from '../../../preload/contract/domain/orders/order-list.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import App from '../../../renderer/app/App.vue'
import { fakeBridge } from '../support/fake-bridge.ts'
import { mountPage } from '../support/page.ts'
import { allByRole, byRole, press, until } from '../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

const none: OrderCounts = {
  all: 0,
  drafts: 0,
  awaiting: 0,
  awaitingMe: 0,
  ready: 0,
  underWay: 0,
  doubt: 0,
  ended: 0,
}
const counts = (part: Partial<OrderCounts>): void =>
  void bridge.orders.getCounts.mockResolvedValue(ok({ ...none, ...part }))
const rail = (): string[] =>
  allByRole('link')
    .filter((link) => link.closest('nav') !== null)
    .map((link) => link.textContent.replace(/\s+/g, ' ').trim())

describe('the rail', () => {
  it('counts what waits for the approval of whoever is here', async () => {
    counts({ awaiting: 5, awaitingMe: 2 })
    await mountPage(App)
    expect(rail()).toContain('Approvals, 2 waiting for your approval')
    counts({ awaiting: 5, awaitingMe: 4 })
    bridge.tell('orders', 'countsChanged', {})
    await flushPromises()
    expect(rail()).toContain('Approvals, 4 waiting for your approval')
  })

  it('shows Unknown outcomes only while there is any, and then as urgent', async () => {
    counts({})
    await mountPage(App)
    expect(rail().some((name) => name.startsWith('Unknown outcomes'))).toBe(false)
    counts({ doubt: 1 })
    bridge.tell('orders', 'countsChanged', {})
    await flushPromises()
    expect(rail()).toContain('Unknown outcomes, 1 to resolve')
    const badge = byRole('link', 'Unknown outcomes, 1 to resolve').querySelector('.bg-bad')
    expect(badge).not.toBeNull()
    counts({})
    bridge.tell('orders', 'changed', { id: 'o1', state: 'accepted' })
    await flushPromises()
    expect(rail().some((name) => name.startsWith('Unknown outcomes'))).toBe(false)
  })

  it('keeps the keys of Unknown outcomes and its line in the palette to when there is any', async () => {
    counts({})
    const { router } = await mountPage(App)
    press('d', { ctrlKey: true })
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/')
    press('k', { ctrlKey: true })
    await until(() => byRole('option', 'New profile'))
    const titles = (): string[] => allByRole('option').map((option) => option.textContent)
    expect(titles().some((title) => title.startsWith('Unknown outcomes'))).toBe(false)
    counts({ doubt: 2 })
    bridge.tell('orders', 'countsChanged', {})
    await until(() =>
      expect(titles().some((title) => title.startsWith('Unknown outcomes'))).toBe(true),
    )
  })
})
