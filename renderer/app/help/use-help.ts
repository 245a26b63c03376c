/** The help panel of the window: its content, its focus and its keys. */
import { nextTick, ref, watch, type Ref } from 'vue'
import { helpIdOf } from '../../../preload/contract/api/help/help.ts'
import { useShortcuts } from '../../state/shortcuts.ts'
import type { HelpPlace } from './help-place.ts'

interface Focusable {
  readonly focus: () => void
}

/** The help panel as the window uses it. */
export interface HelpPanelState {
  readonly isOpen: Ref<boolean>
  readonly place: Ref<HelpPlace>
  /** Opens the help for the shown screen, or closes it if the focus is inside. */
  readonly toggle: () => void
  readonly close: () => void
}

/**
 * Shows the help of the current screen; a page that the operator chose stays until the screen
 * changes.
 * @param shown the id of the shown screen
 * @param panel the panel while it is mounted
 * @param fallBack takes the focus if the element that had it is gone
 */
export function useHelp(
  shown: () => string | undefined,
  panel: Readonly<Ref<Focusable | null>>,
  fallBack: () => void,
): HelpPanelState {
  const isOpen = ref(false)
  const place = ref<HelpPlace>('window')
  let cameFrom: Element | null = null
  const isInside = (element: Element | null): boolean => Boolean(element?.closest('[data-help]'))

  async function open(): Promise<void> {
    if (!isInside(document.activeElement)) cameFrom = document.activeElement
    place.value = helpIdOf(shown())
    isOpen.value = true
    await nextTick()
    panel.value?.focus()
  }
  async function close(): Promise<void> {
    const was = isInside(document.activeElement) || document.activeElement === document.body
    isOpen.value = false
    await nextTick()
    if (!was) return
    // If the pressed button is gone, or none was pressed, the focus goes to the heading.
    const isThere = cameFrom?.isConnected === true && cameFrom !== document.body
    if (isThere && cameFrom instanceof HTMLElement) cameFrom.focus()
    else fallBack()
  }
  function toggle(): void {
    void (isOpen.value && isInside(document.activeElement) ? close() : open())
  }
  watch(shown, (id) => {
    if (isOpen.value) place.value = helpIdOf(id)
  })
  useShortcuts([
    {
      id: 'app.help',
      keys: 'F1',
      title: 'Help on this screen',
      group: 'Everywhere',
      run: toggle,
    },
  ])
  return { isOpen, place, toggle, close: () => void close() }
}
