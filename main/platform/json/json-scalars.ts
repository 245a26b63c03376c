/** Rewrites single values of a JSON text; everything else keeps its spelling and spacing. */
import { endOfToken } from '../../../preload/contract/kernel/json-text.ts'

/** A value or a name in the text. */
export interface JsonScalar {
  /** As it is written. */
  readonly token: string
  /** The decoded text of a string; any other value as it is written. */
  readonly text: string
  /** True for the name of a field. */
  readonly isName: boolean
  /** The names above it, the nearest last; the items of a list have the list's name. */
  readonly path: readonly string[]
  /** Number of the object or list: values of one object have the same. */
  readonly place: number
}

interface Place {
  readonly id: number
  readonly isObject: boolean
  /** The names above this object or list: all its values share this one array. */
  readonly path: readonly string[]
  /** The same with the latest name, created once for all values under it. */
  inner: readonly string[]
  awaitsName: boolean
}

const outermost: Place = { id: 0, isObject: false, path: [], inner: [], awaitsName: false }

function readable(token: string): string {
  if (!token.startsWith('"')) return token
  return token.includes('\\') ? String(JSON.parse(token)) : token.slice(1, -1)
}

/**
 * Replaces each name and value of a valid JSON text with the result of `rewrite`. Unchanged text is
 * copied in long pieces, so that a long answer needs no list of its parts.
 */
export function rewriteJson(text: string, rewrite: (scalar: JsonScalar) => string): string {
  const within: Place[] = []
  let here = outermost
  let count = 0
  let written = ''
  let copiedTo = 0
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = endOfToken(text, at)
    const first = text.charAt(at)
    if (' \t\n\r:'.includes(first)) continue
    if (first === ',') here.awaitsName = here.isObject
    else if (first === '{' || first === '[') {
      const isObject = first === '{'
      count += 1
      within.push(here)
      const path = here.inner
      here = { id: count, isObject, path, inner: path, awaitsName: isObject }
    } else if (first === '}' || first === ']') here = within.pop() ?? outermost
    else {
      const token = text.slice(at, end)
      const rewritten = rewrite(scalarOf(token, here))
      if (rewritten === token) continue
      written += text.slice(copiedTo, at) + rewritten
      copiedTo = end
    }
  }
  return written + text.slice(copiedTo)
}

/** Returns a name or a value at this place; stores a name in the place. */
function scalarOf(token: string, here: Place): JsonScalar {
  const text = readable(token)
  if (!here.awaitsName) return { token, text, isName: false, path: here.inner, place: here.id }
  here.inner = [...here.path, text]
  here.awaitsName = false
  return { token, text, isName: true, path: here.path, place: here.id }
}
