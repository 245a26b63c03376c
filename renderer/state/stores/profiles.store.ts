/**
 * The profiles of this computer and the switch between them: requested anywhere, done in one
 * dialog.
 */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { environments } from '../../../preload/contract/domain/environment.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { ProfileCard, ProfilesState } from '../../../preload/contract/api/profiles/profile.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import { bridge } from '../bridge.ts'
import { useUnsaved } from './unsaved.store.ts'

/** The state of opening a profile. If it is refused, the shown profile stays open. */
export type Opening =
  | { readonly kind: 'idle' }
  /** Unsaved input would be lost. */
  | { readonly kind: 'leaving'; readonly card: ProfileCard; readonly places: readonly string[] }
  /** Production requires its confirmation word. */
  | { readonly kind: 'confirmation'; readonly card: ProfileCard; readonly failure: Failure | null }
  | { readonly kind: 'under-way'; readonly card: ProfileCard; readonly since: number }
  | { readonly kind: 'refused'; readonly card: ProfileCard; readonly failure: Failure }
  | { readonly kind: 'recovering'; readonly card: ProfileCard; readonly failure: Failure }
  | { readonly kind: 'restoring'; readonly card: ProfileCard; readonly failure: Failure }

const inOrder = (one: ProfileCard, other: ProfileCard): number =>
  environments.indexOf(one.environment) - environments.indexOf(other.environment) ||
  Number(one.retiredAt !== null) - Number(other.retiredAt !== null) ||
  one.name.localeCompare(other.name)

export const useProfiles = defineStore('profiles', () => {
  const state = shallowRef<ProfilesState>()
  const failure = shallowRef<Failure>()
  const opening = shallowRef<Opening>({ kind: 'idle' })
  const isNewProfileOpen = ref(false)
  let confirmation: string | null = null

  /** By environment, retired profiles last. */
  const cards = computed(() => [...(state.value?.cards ?? [])].sort(inOrder))
  const shown = computed(() => cards.value.find(({ id }) => id === state.value?.shownId))

  /** Mirrors the profiles of main from now on. */
  async function track(): Promise<void> {
    bridge().on('profiles', 'stateChanged', (next) => {
      state.value = next
    })
    const first = await bridge().profiles.getState()
    if (first.ok) state.value ??= first.value
    failure.value = first.ok ? undefined : first.error
  }

  /** Stores the state from a command's answer; returns the failure, if any. */
  function take(answer: Result<ProfilesState, Failure>): Failure | undefined {
    if (!answer.ok) return answer.error
    state.value = answer.value
    return undefined
  }

  async function open(card: ProfileCard): Promise<void> {
    opening.value = { kind: 'under-way', card, since: Date.now() }
    const refusal = take(await bridge().profiles.open({ id: card.id, confirmation }))
    if (refusal?.code === 'confirmation-wrong') {
      opening.value = { kind: 'confirmation', card, failure: refusal }
    } else {
      opening.value = refusal ? { kind: 'refused', card, failure: refusal } : { kind: 'idle' }
    }
  }

  function begin(card: ProfileCard): void {
    confirmation = null
    if (card.environment === 'production')
      opening.value = { kind: 'confirmation', card, failure: null }
    else void open(card)
  }

  /** Starts the switch to this profile. */
  function prompt(card: ProfileCard): void {
    if (card.id === state.value?.shownId || opening.value.kind === 'under-way') return
    const { places } = useUnsaved()
    if (places.length > 0) opening.value = { kind: 'leaving', card, places }
    else begin(card)
  }

  /** Continues although unsaved input will be lost. */
  function leave(): void {
    if (opening.value.kind === 'leaving') begin(opening.value.card)
  }

  /** Opens production with the typed word, which a later try uses again. */
  function confirm(typed: string): void {
    if (opening.value.kind !== 'confirmation') return
    confirmation = typed
    void open(opening.value.card)
  }

  function tryAgain(): void {
    if (opening.value.kind === 'refused') void open(opening.value.card)
  }

  function recover(): void {
    const { value } = opening
    if (value.kind === 'refused') opening.value = { ...value, kind: 'recovering' }
  }

  function restore(): void {
    const { value } = opening
    if (value.kind === 'refused') opening.value = { ...value, kind: 'restoring' }
  }

  /** Cancels the switch. A switch in progress cannot be cancelled. */
  function close(): void {
    if (opening.value.kind !== 'under-way') opening.value = { kind: 'idle' }
  }

  return {
    state,
    failure,
    opening,
    isNewProfileOpen,
    cards,
    shown,
    track,
    take,
    prompt,
    leave,
    confirm,
    tryAgain,
    recover,
    restore,
    close,
  }
})
