import { inFile, type RowBreak } from './row-break.ts'

const CALL = 'apps/web/app/features/call'

/** Bugs of the call page in the browser. */
export const CALL_BREAKS: readonly RowBreak[] = [
  ...inFile(`${CALL}/connection/presence-socket.ts`, [
    [
      'S3-026',
      'this.#store.set({ hasTicket: true, isInfluencer',
      'this.#store.set({ ...ticket, hasTicket: true, isInfluencer',
    ],
    ['S4-018', 'this.#deps.path}?${query}', "'/chat/'}?${query}"],
    ['S4-020', 'Math.max(1, this.#ticketRequests.length)', 'this.#ticketRequests.length'],
    [
      'S4-024',
      '    this.#dropSocket()\n    clearTimeout(this.#retry)\n    this.#dropUnused()',
      '    this.#dropUnused()',
    ],
    [
      'S7-035',
      "this.send({ type: 'heartbeat' }), HEARTBEAT_MS)",
      "this.send({ type: 'heartbeat' }), HEARTBEAT_MS * 2)",
    ],
    ['S7-036', '{ host: page.host, protocol: page.protocol, ...type }', '{ host: page.host, ...type }'],
    ['S7-037', "requestType === 'broadcast' ? {} : ", ''],
    ['S7-037', "requestType === 'prepaid' ? { request_type: requestType } : {}", '{}'],
    ['S8-028', 'this.#deps.onErrors(sentences)', 'this.#deps.onErrors(sentences.slice(0, 1))'],
    ['S3-034', 'if (message.handler === MESSAGE_PRESENCE_STATS) this.#store.set(message.payload)\n    ', ''],
    ['S9-004', 'lurkers: DEFAULT_LURKERS', 'lurkers: 0'],
  ]),
  ...inFile(`${CALL}/connection/call-state.ts`, [
    ['S2-091', "if (!facts.isReady) return 'loading'", "if (!facts.isReady) return 'waiting'"],
    ['S3-027', 'endOfCall,\n    totalCallTime', 'endOfCall: false,\n    totalCallTime'],
    ['S3-028', 'remainingCallTime: clock.remainingSeconds', 'remainingCallTime: clock.totalSeconds ?? 0'],
    ['S4-022', '(clock.isLive || flows || stays)', '(flows || stays)'],
    ['S4-022', '(clock.isLive || flows || stays)', '(clock.isLive || stays)'],
    ['S4-028', 'before.callIsLive && (other !== undefined || isBroken(room))', 'before.callIsLive'],
  ]),
  ...inFile(`${CALL}/connection/call.ts`, [
    ['S4-021', 'this.#deps.readyDelayMs ?? READY_DELAY_MS', 'this.#deps.readyDelayMs ?? 0'],
    ['S4-024', '    this.#hangUp()\n    this.#presence.close()', '    this.#hangUp()'],
    ['S4-026', 'if (this.#isViewer) return null\n    if (!this.#hasJoined', 'if (!this.#hasJoined'],
    [
      'S4-032',
      "if (next.phase === 'ended' || next.phase === 'refused') this.#hangUp()",
      "if (next.phase === 'refused') this.#hangUp()",
    ],
    [
      'S7-042',
      'return await this.#presence.nextTicket()',
      "return { ...(await this.#presence.nextTicket()), token: '' }",
    ],
  ]),
  ...inFile(`${CALL}/connection/call-clock.ts`, [
    [
      'S4-029',
      'if (goesOn) timer = setTimeout(show, untilNextMs(left))',
      'if (goesOn) timer = setTimeout(show, 2 * untilNextMs(left))',
    ],
    [
      'S4-031',
      "fraction < COUNTDOWN_ORANGE_BELOW ? 'orange' : 'limegreen'",
      "fraction <= COUNTDOWN_ORANGE_BELOW ? 'orange' : 'limegreen'",
    ],
    ['S4-031', "return 'red'", "return 'orange'"],
  ]),
  ...inFile(`${CALL}/connection/admission.ts`, [
    [
      'S3-032',
      'otherUsername: isInfluencer ? attends.username : influencer.user.username',
      'otherUsername: influencer.user.username',
    ],
  ]),
  ...inFile(`${CALL}/devices/mic-level.ts`, [
    ['S2-095', 'level >= AUDIO_LEVEL_THRESHOLD', 'level > AUDIO_LEVEL_THRESHOLD'],
    ['S3-031', 'Math.round(loudness(source.read()) * 100) / 100', 'Math.round(loudness(source.read()))'],
  ]),
  ...inFile(`${CALL}/devices/local-media.ts`, [
    [
      'S3-030',
      "audioAllowed: this.#tracks.has('audio'), videoAllowed: this.#tracks.has('video') })\n        return",
      '})\n        return',
    ],
  ]),
  ...inFile(`${CALL}/broadcast/stream-admission.ts`, [
    ['S2-094', 'const isOwner = user.id === ownUserId', 'const isOwner = true'],
  ]),
  ...inFile(`${CALL}/stage/wait-screen.tsx`, [['S2-086', "'Waiting for @{name}'", "'Waiting for {name}'"]]),
  ...inFile(`${CALL}/stage/call-controls.tsx`, [
    ['S2-087', 'label={t(\'End call\')} variant="end"', 'label={t(\'Leave\')} variant="end"'],
    [
      'S2-088',
      "label={isMuted ? t('Unmute microphone') : t('Mute microphone')}",
      "label={t('Mute microphone')}",
    ],
    [
      'S2-088',
      "label={isDark ? t('Turn camera on') : t('Turn camera off')}",
      "label={isDark ? t('Turn camera off') : t('Turn camera on')}",
    ],
  ]),
  ...inFile(`${CALL}/screens/loading-screen.tsx`, [
    ['S2-091', "what === 'call' ? t('Getting your call ready') : ", ''],
  ]),
  ...inFile(`${CALL}/devices/local-media.ts`, [['S2-093', '+ 1) % cameras.length', ') % cameras.length']]),
]
