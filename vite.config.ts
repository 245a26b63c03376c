import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import icons from 'unplugin-icons/vite'
import { defineConfig } from 'vite'
import {
  gatherPackages,
  noticesFile,
  noticesOf,
  packagesFile,
  readPackageFacts,
  shippedFolders,
} from './scripts/lib/package/bundled-packages.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** `dependencies` hold what must stay in node_modules (native modules); everything else is bundled. */
const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8')) as {
  dependencies?: Record<string, string>
}
const external = ['electron', ...Object.keys(manifest.dependencies ?? {})]

/** The folders of the packages that are shipped: those beside the bundles, that of the styles, and what is bundled. */
const shipped = new Set(
  ['tailwindcss', ...Object.keys(manifest.dependencies ?? {})].map((name) =>
    at(`node_modules/${name}`),
  ),
)

/** Every program that main consists of: the app, and the worker and processes it starts. */
const mainPrograms = {
  index: at('main/index.ts'),
  'store-worker': at('main/session/store-worker.ts'),
  'spreadsheet-worker': at('main/platform/spreadsheets/spreadsheet-worker.ts'),
  'certificate-worker': at('main/profile/certificates/certificate-worker.ts'),
  'practice-bank': at('main/practice/practice-bank.ts'),
  keychain: at('main/profile/keychain/keychain-process.ts'),
}

export default defineConfig({
  root: at('renderer'),
  plugins: [
    vue(),
    tailwind(),
    icons({ compiler: 'vue3', autoInstall: false }),
    gatherPackages(shipped),
  ],
  // Looser than the policy of a build by what hot reload needs, and no more.
  server: {
    host: '127.0.0.1',
    headers: {
      'content-security-policy':
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self' ws://127.0.0.1:*; base-uri 'none'; form-action 'none'",
    },
  },
  environments: {
    client: {
      build: {
        outDir: at('dist/renderer'),
        emptyOutDir: true,
        target: 'chrome140',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          // The gallery is for tests; packages leave it out (electron-builder.yml).
          input: { index: at('renderer/index.html'), gallery: at('renderer/gallery.html') },
        },
      },
    },
    main: {
      consumer: 'server',
      resolve: {
        noExternal: true,
        external,
        conditions: ['node', 'module'],
      },
      build: {
        outDir: at('dist/main'),
        emptyOutDir: true,
        target: 'node24',
        minify: false,
        sourcemap: true,
        ssr: true,
        rolldownOptions: {
          input: mainPrograms,
          external,
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
          },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['electron'] },
      build: {
        outDir: at('dist/preload'),
        emptyOutDir: true,
        target: 'chrome140',
        minify: false,
        ssr: true,
        rolldownOptions: {
          input: { index: at('preload/index.ts') },
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
        },
      },
    },
  },
  builder: {
    // One configuration for the three, so that they gather into one list.
    sharedConfigBuild: true,
    async buildApp(builder) {
      const { client, main, preload } = builder.environments
      const all = [client, main, preload].filter((environment) => environment !== undefined)
      await Promise.all(all.map((environment) => builder.build(environment)))
      const folders = shippedFolders(shipped)
      writeFileSync(at(`dist/${noticesFile}`), noticesOf(folders))
      writeFileSync(
        at(`dist/${packagesFile}`),
        `${JSON.stringify(folders.map(readPackageFacts), null, 2)}\n`,
      )
    },
  },
})
