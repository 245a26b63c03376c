/** The rules that need types, for every `.ts` file. Components are beyond oxlint: ESLint checks them by the same rules. */
import { defineConfig } from 'oxlint'
import tseslint from 'typescript-eslint'

type Rules = NonNullable<Parameters<typeof defineConfig>[0]['rules']>

/** The rules with types that the presets do not have, or have with other options. */
export const typedRules = {
  '@typescript-eslint/switch-exhaustiveness-check': [
    'error',
    { considerDefaultExhaustiveForUnions: true },
  ],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
  '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
}

/**
 * Rules that oxlint does not have: components alone are held to them. Of no-meaningless-void-operator it has the half
 * that looks at calls. ESLint would need the types of every file for these two, which costs as much as the rest of lint.
 */
const missing = ['@typescript-eslint/no-unsafe-class-instance-assignment']

const needTypes = Object.keys(tseslint.configs.disableTypeChecked.rules ?? {})
const presets = [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked]
const all = Object.assign({}, ...presets.map(({ rules }) => rules), typedRules) as Rules

export default defineConfig({
  plugins: ['typescript', 'import'],
  categories: { correctness: 'off' },
  options: {
    typeAware: true,
    denyWarnings: true,
    // Comments for ESLint are ESLint's: it reports those that nothing needs.
    respectEslintDisableDirectives: false,
    reportUnusedDisableDirectives: 'error',
  },
  ignorePatterns: [
    '**/*.vue',
    '**/*.js',
    '**/*.mjs',
    'dist/',
    'out/',
    '/coverage/',
    'test-results/',
  ],
  // An unknown name is an error, so a new rule of the presets is either enforced or named above.
  rules: Object.fromEntries(
    Object.entries(all).filter(([name]) => needTypes.includes(name) && !missing.includes(name)),
  ),
  overrides: [
    {
      files: ['main/**', 'preload/**', 'renderer/**', 'scripts/**'],
      // Types count: whoever reads one file of a circle has to know all of it.
      rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
    },
  ],
})
