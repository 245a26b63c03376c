/**
 * The certificates of the shown profile that expire soon; mirrored from main for the status bar and
 * the Connection screen.
 */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { CertificateWarning } from '../../../preload/contract/api/certificates/warnings.ts'
import { bridge } from '../bridge.ts'
import { useWorkstation } from './workstation.store.ts'

export const useCertificateWarnings = defineStore('certificate-warnings', () => {
  const workstation = useWorkstation()
  const warnings = shallowRef<readonly CertificateWarning[]>([])
  let turn = 0
  let isFollowing = false

  async function read(): Promise<void> {
    turn += 1
    const mine = turn
    const answer = await bridge().certificates.getWarnings()
    // A later request has the newer answer.
    if (mine === turn) warnings.value = answer.ok ? answer.value : []
  }

  /** Reads the warnings now and after each event of main; further calls change nothing. */
  function follow(): void {
    if (isFollowing) return
    isFollowing = true
    bridge().on('certificates', 'warningsChanged', () => void read())
    watch(
      () => [workstation.storeIsOpen, workstation.state?.profileId],
      () => workstation.storeIsOpen && void read(),
      { immediate: true },
    )
  }

  return { warnings, follow }
})
