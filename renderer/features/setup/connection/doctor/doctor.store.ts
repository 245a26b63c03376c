/**
 * The examination of the connection: the one in progress, and the last one until the next starts.
 */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { DoctorReport } from '../../../../../preload/contract/api/doctor.ts'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import { bridge } from '../../../../state/bridge.ts'

export type DoctorState =
  | { readonly kind: 'never' }
  /** Null: started, and no step reported yet. */
  | { readonly kind: 'running'; readonly report: DoctorReport | null }
  | { readonly kind: 'examined'; readonly report: DoctorReport }
  | { readonly kind: 'refused'; readonly failure: Failure; readonly report: DoctorReport | null }

export const useDoctor = defineStore('doctor', () => {
  const state = shallowRef<DoctorState>({ kind: 'never' })

  /** Runs one examination; a second press during it changes nothing. */
  async function examine(): Promise<void> {
    if (state.value.kind === 'running') return
    const before = state.value.kind === 'never' ? null : state.value.report
    state.value = { kind: 'running', report: null }
    const stop = bridge().on('doctor', 'progressed', (report) => {
      state.value = { kind: 'running', report }
    })
    const answer = await bridge().doctor.examine()
    stop()
    state.value = answer.ok
      ? { kind: 'examined', report: answer.value }
      : { kind: 'refused', failure: answer.error, report: before }
  }

  return { state, examine }
})
