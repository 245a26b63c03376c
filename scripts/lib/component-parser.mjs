// Plain JavaScript: ESLint reads it with its configuration.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as vueParser from 'vue-eslint-parser'

const root = join(import.meta.dirname, '../..')
let areOpen = false

/**
 * The compiler knows a component by its whole file, including tags, until it is opened with its
 * script alone. Each opened component creates a new program, for which every type is computed
 * again: a second for each component, and memory that is not released. So all of them are opened
 * before the first one is checked.
 */
function openAll(options) {
  areOpen = true
  for (const file of globSync('{renderer,test}/**/*.vue', { cwd: root })) {
    const filePath = join(root, file)
    vueParser.parseForESLint(readFileSync(filePath, 'utf8'), { ...options, filePath })
  }
}

/** The parser of components, for checking many of them. */
export default {
  meta: vueParser.meta,
  parseForESLint(code, options) {
    if (!areOpen) openAll(options)
    return vueParser.parseForESLint(code, options)
  },
}
