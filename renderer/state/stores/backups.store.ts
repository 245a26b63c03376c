/**
 * The backups of the shown profile as main reports them, for the overview and for the notice after
 * a restore.
 */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { BackupsState } from '../../../preload/contract/api/backups/backups.ts'
import { bridge } from '../bridge.ts'
import { useWorkstation } from './workstation.store.ts'

export const useBackups = defineStore('backups', () => {
  const state = shallowRef<BackupsState>()
  let isFollowed = false
  let asked = 0

  async function ask(): Promise<void> {
    const mine = ++asked
    const answer = await bridge().backups.getState()
    if (mine === asked && answer.ok) state.value = answer.value
  }

  /** Mirrors the state of main from now on; further calls change nothing. */
  function follow(): void {
    if (isFollowed) return
    isFollowed = true
    bridge().on('backups', 'changed', () => void ask())
    watch(
      () => useWorkstation().storeIsOpen,
      (isOpen) => isOpen && void ask(),
      { immediate: true },
    )
  }

  return { state, follow }
})
