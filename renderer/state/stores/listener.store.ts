/** The listener of the shown profile; mirrored from main for the status bar and the alerts. */
import { defineStore } from 'pinia'
import { watch } from 'vue'
import { bridge, onEvent } from '../bridge.ts'
import { useLiveQuery } from '../use-live-query.ts'
import { useWorkstation } from './workstation.store.ts'

export const useListener = defineStore('listener', () => {
  const workstation = useWorkstation()
  /** `failure`: why the state is not known. `take`: shows a state that a command returned. */
  const {
    value: state,
    failure,
    readAgain,
    put: take,
  } = useLiveQuery({
    fetchValue: () => bridge().listener.getState(),
  })
  onEvent('listener', 'stateChanged', take)
  // Main has no listener before the store is open.
  watch(
    () => workstation.storeIsOpen,
    () => void readAgain(),
  )
  return { state, failure, take }
})
