/** Rewrites single values of a JSON text, so that everything else keeps its spelling and spacing. */
import { jsonTokens } from '../../preload/contract/json-text.ts'

/** A value, or a name, as it stands in the text. */
export interface JsonScalar {
  /** As it is written. */
  readonly token: string
  /** A string as it reads; any other value as it is written. */
  readonly text: string
  /** It names a field. */
  readonly isName: boolean
  /** The names that it stands under, the nearest last; a list passes its name on to what is in it. */
  readonly path: readonly string[]
  /** Counts the objects and lists: values of one object have the same. */
  readonly place: number
}

interface Place {
  readonly id: number
  readonly isObject: boolean
  readonly path: readonly string[]
  name: string
  awaitsName: boolean
}

const readable = (token: string): string =>
  token.startsWith('"') ? String(JSON.parse(token)) : token

/** Walks a valid JSON text and puts what `rewrite` answers in the place of each name and value. */
export function rewriteJson(text: string, rewrite: (scalar: JsonScalar) => string): string {
  let count = 0
  const places: Place[] = [{ id: 0, isObject: false, path: [], name: '', awaitsName: false }]
  const pathHere = (): readonly string[] => {
    const here = places.at(-1)
    if (!here) return []
    return here.isObject ? [...here.path, here.name] : here.path
  }
  return jsonTokens(text)
    .map((token) => {
      const here = places.at(-1)
      if (!here || /^[\s:]/.test(token)) return token
      if (token === ',') {
        here.awaitsName = here.isObject
        return token
      }
      if (token === '{' || token === '[') {
        const isObject = token === '{'
        count += 1
        places.push({ id: count, isObject, path: pathHere(), name: '', awaitsName: isObject })
        return token
      }
      if (token === '}' || token === ']') {
        places.pop()
        return token
      }
      const isName = here.awaitsName
      const scalar = { token, text: readable(token), isName, place: here.id }
      if (!isName) return rewrite({ ...scalar, path: pathHere() })
      here.name = scalar.text
      here.awaitsName = false
      return rewrite({ ...scalar, path: here.path })
    })
    .join('')
}
