/** The keys that pick and copy, anywhere in the table. */
import { matchesChord, parseKeys } from '../keys.ts'

interface PickActs {
  readonly toggle: () => void
  readonly pickAll: () => void
  readonly copy: () => void
}

/** If text is marked with the pointer, the operator wants to copy that text. */
const isTextMarked = (): boolean => document.getSelection()?.isCollapsed === false

/** The returned function says whether the key was one of them. */
export function pickKeys({ toggle, pickAll, copy }: PickActs): (event: KeyboardEvent) => boolean {
  const acts = [
    { keys: 'Space', run: toggle, when: () => true },
    { keys: 'Mod+A', run: pickAll, when: () => true },
    { keys: 'Mod+C', run: copy, when: () => !isTextMarked() },
  ]
  return (event) => {
    const act = acts.find(({ keys, when }) => {
      const [chord] = parseKeys(keys)
      return chord !== undefined && matchesChord(event, chord) && when()
    })
    act?.run()
    return act !== undefined
  }
}
