/** Key names for print: `Mod+Shift+K` is Ctrl+Shift+K, and ⌘⇧K on a Mac. */

const faces: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  Left: '←',
  Right: '→',
  Escape: 'Esc',
  Comma: ',',
  Plus: '+',
}
const macFaces: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' }

/** Returns the text of one key chord. */
export function printedKeys(keys: string, isApple: boolean): string {
  const parts = keys.split('+').map((part) => {
    if (isApple && macFaces[part] !== undefined) return macFaces[part]
    return part === 'Mod' ? 'Ctrl' : (faces[part] ?? part)
  })
  return parts.join(isApple ? '' : '+')
}
