/**
 * Mounts a panel of the Connection screen with a profile, and searches the whole document for text
 * that must not be there.
 */
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import type { Component } from 'vue'
import { ok } from '../../../../../preload/contract/kernel/result.ts'
import type { OpenProfile } from '../../../../../preload/contract/api/profiles/profile.ts'
import type { WorkstationState } from '../../../../../preload/contract/api/workstation-state.ts'
import { useShownProfile } from '../../../../../renderer/state/stores/shown-profile.store.ts'
import { fakeBridge, realWorkstation } from '../../../support/fake-bridge.ts'
import { openProfile } from '../../../support/fake-profile.ts'
import { mountPage } from '../../../support/page.ts'
import { byRole } from '../../../ui/stage.ts'

/** A fake main with a real profile, for an administrator. */
export function realBridge(part: Partial<WorkstationState> = {}): ReturnType<typeof fakeBridge> {
  const bridge = fakeBridge()
  bridge.workstation.getState.mockResolvedValue(ok(realWorkstation(part)))
  return bridge
}

/** An operator who may work and may not change the profile. */
export const maker: Partial<WorkstationState> = {
  operator: { id: 'ann', name: 'Ann Reyes', roles: ['maker'] },
}

/** The panel with the profile that main shows. */
export async function mountPanel(
  panel: Component,
  part: Partial<OpenProfile> = {},
): Promise<VueWrapper> {
  const { page } = await mountPage(panel)
  useShownProfile().take(ok(openProfile(part)))
  await flushPromises()
  return page
}

/** The text box with this name. */
export const input = (name: string): HTMLInputElement => byRole('textbox', name) as HTMLInputElement

/** Types into it. */
export async function type(name: string, text: string): Promise<void> {
  const box = input(name)
  box.value = text
  box.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
}

/** Presses the button with this name and waits for its effects. */
export async function press(name: string): Promise<void> {
  byRole('button', name).click()
  await flushPromises()
}

/** Submits the form with this name, as Enter in one of its fields does. */
export async function submit(name: string): Promise<void> {
  const form = document.querySelector(`form[aria-label="${name}"]`)
  form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await flushPromises()
}

/** All text of the document and its fields. */
export const everywhere = (): string =>
  document.documentElement.outerHTML +
  [...document.querySelectorAll('input, textarea')]
    .map((field) => (field as HTMLInputElement).value)
    .join('\n')
