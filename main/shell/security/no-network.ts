/**
 * Beyond Electron's checklist: Chromium, the window's side of the program, reaches no address at
 * all. The content policy does not cover WebRTC, nor the connections that a browser opens before it
 * checks whether it may navigate. Node calls the bank and is not affected.
 */
import type { App } from 'electron'

const webrtcPolicy = 'disable_non_proxied_udp'

/**
 * Blocks Chromium's network access; call it before the app is ready.
 *
 * @param developmentHost the one host that resolves, if documents come from a development server.
 */
export function closeNetwork(app: Pick<App, 'commandLine' | 'on'>, developmentHost?: string): void {
  const except = developmentHost === undefined ? '' : `, EXCLUDE ${developmentHost}`
  // Covers every name and every numeric address, including TURN over TCP.
  app.commandLine.appendSwitch('host-resolver-rules', `MAP * ~NOTFOUND${except}`)
  // WebRTC's datagrams resolve no name, so they are blocked by a rule of their own, by switch and
  // by call.
  app.commandLine.appendSwitch('webrtc-ip-handling-policy', webrtcPolicy)
  app.on('web-contents-created', (_event, contents) => {
    contents.setWebRTCIPHandlingPolicy(webrtcPolicy)
  })
}
