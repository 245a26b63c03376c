import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { defineComponent, h } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WorkstationState } from '../../../preload/contract/api/workstation-state.ts'
import { whenStoreOpens } from '../../../renderer/state/store-opened.ts'
import { useWorkstation } from '../../../renderer/state/stores/workstation.store.ts'
import { fakeBridge, workstationState } from '../support/fake-bridge.ts'

enableAutoUnmount(afterEach)
beforeEach(() => {
  fakeBridge()
})

/** Returns how often a screen reads after each of these states. */
async function readsAfter(...states: readonly Partial<WorkstationState>[]): Promise<number[]> {
  const read = vi.fn()
  setActivePinia(createPinia())
  mount(
    defineComponent({
      setup() {
        whenStoreOpens(read)
        return () => h('p')
      },
    }),
  )
  const reads: number[] = []
  for (const state of states) {
    useWorkstation().state = { ...workstationState, ...state }
    await flushPromises()
    reads.push(read.mock.calls.length)
  }
  return reads
}

const opening = { store: { state: 'opening' } } as const
const full = { store: { state: 'refused', reason: 'store-full', detail: null } } as const
const open = { store: { state: 'open' } } as const
const inTeam = (isReachable: boolean) => ({
  ...open,
  team: { isReachable, isClockOff: false, workstations: [] },
})

it('reads a screen when the store opens, and again if that had failed before', async () => {
  expect(await readsAfter(opening, open, open)).toEqual([0, 1, 1])
  expect(await readsAfter(opening, full, full, open)).toEqual([0, 1, 1, 2])
})

it('reads it again once the database of the team is back, and not when it is lost', async () => {
  expect(await readsAfter(inTeam(true), inTeam(false), inTeam(true))).toEqual([1, 1, 2])
  expect(await readsAfter(inTeam(false), inTeam(true))).toEqual([1, 2])
})
