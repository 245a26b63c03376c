/**
 * The shortcuts as the window's sources register them, read from the source text because most
 * screens are not mounted at once.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** One registration. The title is null if it is built at run time. */
export interface WrittenShortcut {
  readonly file: string
  readonly id: string
  readonly keys: string
  readonly title: string | null
}

export const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Returns every file of a project folder with one of these endings. */
export const filesOf = (folder: string, endings: readonly string[]): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))

const scriptOf = (file: string): string => {
  const text = readFileSync(file, 'utf8')
  if (!file.endsWith('.vue')) return text
  return /<script setup lang="ts"[^>]*>\n([\s\S]*?)<\/script>/.exec(text)?.[1] ?? ''
}

/** Returns the text of a string; in a template each placeholder becomes `*`. */
function textOf(node: ts.Expression | undefined): string | null {
  if (node === undefined) return null
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }) => `*${literal.text}`).join('')
}

/** Returns the properties of an object, including those of objects spread into it in the source. */
function propertiesOf(node: ts.ObjectLiteralExpression): Map<string, ts.Expression> {
  const found = new Map<string, ts.Expression>()
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property) && ts.isObjectLiteralExpression(property.expression))
      for (const [name, value] of propertiesOf(property.expression)) found.set(name, value)
    if (ts.isPropertyAssignment(property) && ts.isIdentifier(property.name))
      found.set(property.name.text, property.initializer)
    if (ts.isShorthandPropertyAssignment(property)) found.set(property.name.text, property.name)
  }
  return found
}

/** Reads `{ id, keys, title }`, and calls of a file's own `key('id', 'Mod+X', 'Title')`. */
function shortcutOf(node: ts.Node): Omit<WrittenShortcut, 'file'> | undefined {
  const isOwn = ts.isCallExpression(node) && ts.isIdentifier(node.expression)
  if (isOwn && ['key', 'shortcut'].includes(node.expression.text)) {
    const [first, second, third] = node.arguments.map((one) => textOf(one))
    return first && second ? { id: `*${first}`, keys: second, title: third ?? null } : undefined
  }
  if (!ts.isObjectLiteralExpression(node)) return undefined
  const properties = propertiesOf(node)
  const id = textOf(properties.get('id'))
  const keys = textOf(properties.get('keys'))
  if (!id || !keys || !properties.has('run')) return undefined
  return { id, keys, title: textOf(properties.get('title')) }
}

/** Returns every shortcut that the window's sources register. */
export function writtenShortcuts(): readonly WrittenShortcut[] {
  return filesOf('renderer', ['.ts', '.vue']).flatMap((file) => {
    const found: WrittenShortcut[] = []
    const look = (node: ts.Node): void => {
      const shortcut = shortcutOf(node)
      if (shortcut) found.push({ file: file.slice(root.length), ...shortcut })
      node.forEachChild(look)
    }
    look(ts.createSourceFile(file, scriptOf(file), ts.ScriptTarget.Latest, true))
    return found
  })
}
