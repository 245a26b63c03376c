/**
 * Beyond Electron's checklist: Chromium, the window's side of the program, reaches no address at all. The
 * content policy does not cover WebRTC, nor the connections that a browser opens before it asks whether
 * it may navigate. The bank is called by Node, which none of this touches.
 */
import type { App } from 'electron'

const webrtcPolicy = 'disable_non_proxied_udp'

/**
 * Closes Chromium's ways out; call it before the app is ready.
 *
 * @param developmentHost the one host that resolves, where documents come from a development server.
 */
export function closeNetwork(app: Pick<App, 'commandLine' | 'on'>, developmentHost?: string): void {
  const except = developmentHost === undefined ? '' : `, EXCLUDE ${developmentHost}`
  // Every name and every address in digits alike, TURN over TCP included.
  app.commandLine.appendSwitch('host-resolver-rules', `MAP * ~NOTFOUND${except}`)
  // WebRTC's datagrams resolve nothing, so they are refused by their own rule, by switch and by call.
  app.commandLine.appendSwitch('webrtc-ip-handling-policy', webrtcPolicy)
  app.on('web-contents-created', (_event, contents) => {
    contents.setWebRTCIPHandlingPolicy(webrtcPolicy)
  })
}
