/** The shown profile, mirrored from main; every panel of the Connection screen reads it here. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import type { OpenProfile } from '../../../../../preload/contract/api/profiles/profile.ts'
import type { Result } from '../../../../../preload/contract/kernel/result.ts'
import { bridge } from '../../../../state/bridge.ts'

export const useShownProfile = defineStore('shown-profile', () => {
  const profile = shallowRef<OpenProfile>()
  /** Why it cannot be shown; `not-found` in practice, which has no such profile. */
  const refusal = shallowRef<Failure>()

  /** Mirrors the profile of main from now on; the returned function ends it. */
  function follow(): () => void {
    const stop = bridge().on('profiles', 'shownChanged', (next) => {
      profile.value = next
    })
    void bridge()
      .profiles.getShown()
      .then((answer) => {
        if (answer.ok) profile.value = answer.value
        refusal.value = answer.ok ? undefined : answer.error
      })
    return stop
  }

  /** Stores the profile from a command's answer; returns the failure, if any. */
  function take(answer: Result<OpenProfile, Failure>): Failure | undefined {
    if (!answer.ok) return answer.error
    profile.value = answer.value
    return undefined
  }

  return { profile, refusal, follow, take }
})
