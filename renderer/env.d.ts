/** ESLint reads components through this; vue-tsc reads the components themselves. */
declare module '*.vue' {
  import type { DefineComponent } from 'vue'
  const component: DefineComponent
  export default component
}

/** The API that the preload adds to the window; only state/bridge.ts reads it. */
interface Window {
  readonly countersign: {
    invoke(channel: string, input: unknown, expectedProfileId?: string): Promise<unknown>
    on(channel: string, listener: (payload: unknown) => void): () => void
  }
}
