/** The shown profile, mirrored from main for every screen that shows or needs a part of it. */
import { defineStore } from 'pinia'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { OpenProfile } from '../../../preload/contract/api/profiles/profile.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import { bridge, onEvent } from '../bridge.ts'
import { useLiveQuery } from '../use-live-query.ts'

export const useShownProfile = defineStore('shown-profile', () => {
  /** `problem`: why there is no profile; practice has none. */
  const {
    value: profile,
    problem,
    readAgain,
    put,
  } = useLiveQuery<OpenProfile>({ fetchValue: () => bridge().profiles.getShown() })
  onEvent('profiles', 'shownChanged', put)

  /** Stores the profile from a command's answer; returns the failure, if any. */
  function take(answer: Result<OpenProfile, Failure>): Failure | undefined {
    if (!answer.ok) return answer.error
    put(answer.value)
    return undefined
  }
  return { profile, problem, readAgain, take }
})
