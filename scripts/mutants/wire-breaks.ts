import { inFile, type RowBreak } from './row-break.ts'

const SERVER = 'apps/server/src'
const ACCOUNTS = `${SERVER}/domains/accounts`
const CALLS = `${SERVER}/domains/calls`
const EVENTS = `${SERVER}/domains/live-events`
const PAYMENTS = `${SERVER}/domains/payments`
const REQUESTS = `${SERVER}/domains/requests`

/** Accounts, logins and profiles. */
const PEOPLE: readonly RowBreak[] = [
  ...inFile(`${ACCOUNTS}/user-shapes.ts`, [
    ['S3-001', 'last_name: user.lastName,\n    email', 'last_name: user.firstName,\n    email'],
    ['S3-002', 'card_intents: own.cards', 'card_intents: []'],
    ['S3-003', '...(user.exposeEmail ? { email: user.email } : {})', 'email: user.email'],
    ['S9-029', 'expose_email: user.exposeEmail', 'expose_email: !user.exposeEmail'],
  ]),
  ...inFile(`${ACCOUNTS}/show-user.ts`, [
    [
      'S7-004',
      '  return ownUser(deps, user)\n}\n\n/** An account',
      '  return publicUserOf(user) as never\n}\n\n/** An account',
    ],
    [
      'S7-007',
      'await findUserByUsername(deps.db, input.username)',
      '(input.username === input.username.toLowerCase() ? await findUserByUsername(deps.db, input.username) : null)',
    ],
  ]),
  ...inFile('packages/contract/src/constants.ts', [
    ['S9-027', 'system_phone: false', 'system_phone: true'],
    ['S9-027', 'system_text: true', 'system_text: false'],
    ['S9-028', 'chat_email: false', 'chat_email: true'],
    ['S9-032', "CURRENCY = 'gbp'", "CURRENCY = 'usd'"],
    ['S10-042', 'PROBLEM_WITHIN_MS = 48', 'PROBLEM_WITHIN_MS = 24'],
  ]),
  ...inFile(`${ACCOUNTS}/own-account/sign-up-form.ts`, [
    [
      'S5-013',
      'file: z.file({ error: messages.fileRequired })',
      'file: z.optional(z.file({ error: messages.fileRequired }))',
    ],
    ['S3-025', "['file', 'price', 'duration', 'description'] as const", "['is_influencer'] as const"],
  ]),
  ...inFile(`${ACCOUNTS}/own-account/change-settings.ts`, [
    [
      'S7-046',
      'change.notifications = { ...before.notifications, ...withoutUndefined(notifications) }',
      'change.notifications = before.notifications',
    ],
    ['S2-103', 'const change: UserChange = { ...withoutUndefined(plain) }', 'const change: UserChange = {}'],
    [
      'S10-007',
      'proof: await beginProof(deps, { person: input.person, shown: { currentPassword } })',
      'proof: { use: async () => undefined }',
    ],
  ]),
  ...inFile(`${ACCOUNTS}/own-account/become-influencer.ts`, [
    ['S10-006', 'set: { isInfluencer: true }', 'set: {}'],
  ]),
  ...inFile(`${ACCOUNTS}/email-change/confirm-email-change.ts`, [
    ['S10-007', 'set: { email: newEmail, emailVerifiedAt: now }', 'set: { emailVerifiedAt: now }'],
  ]),
  ...inFile(`${ACCOUNTS}/login/login-routes.ts`, [
    ['S2-100', 'if (refresh) await logOut(deps, { refresh })\n', ''],
    ['S7-003', "const keptIn = keepsCookie(request.headers) ? 'cookie' : 'json'", "const keptIn = 'cookie'"],
  ]),
  ...inFile(`${ACCOUNTS}/login/begin-login.ts`, [
    [
      'S7-002',
      'signAccessToken(tokens, login,',
      'signAccessToken(tokens, { ...login, userId: login.loginId },',
    ],
    ['S7-003', 'login.tokenId),\n  }', 'login.loginId),\n  }'],
  ]),
  ...inFile(`${ACCOUNTS}/login/ws-tickets.ts`, [['S7-031', '/^bearer\\s+/i', '/^bearer:/i']]),
  ...inFile(`${ACCOUNTS}/passkeys/show-passkey.ts`, [
    [
      'S10-033',
      'return verified ? authenticationInfo.newCounter : null',
      'return verified ? authenticationInfo.newCounter || null : null',
    ],
  ]),
  ...inFile(`${SERVER}/http/multipart-form.ts`, [
    ['S7-005', 'group[last] = value\n', ''],
    ['S7-030', '/^\\w+(\\[\\w+\\]){1,2}$/', '/^\\w+(\\.\\w+){1,2}$/'],
  ]),
  ...inFile(`${SERVER}/domains/profiles/influencer.ts`, [
    ['S1-001', 'duration: profile.durationSeconds', 'duration: 3600'],
    ['S3-005', 'profile: { picture: imageAddress(profile.imageId) }', 'profile: { picture: null }'],
    ['S3-006', 'duration: profile.durationSeconds', 'duration: profile.durationSeconds / 60'],
    ['S3-007', 'formatAmount(profile.eventPricePence)', 'formatAmount(profile.pricePence)'],
  ]),
  ...inFile(`${SERVER}/domains/profiles/image-routes.ts`, [
    ['S7-044', 'max-age=31536000, immutable', 'max-age=60'],
  ]),
  ...inFile(`${SERVER}/domains/discovery/profile-page-routes.ts`, [
    ['S7-011', "policy: 'anyone'", "policy: 'person'"],
  ]),
  ...inFile(`${SERVER}/domains/discovery/profile-page.ts`, [
    ['S3-008', '{ ...deps, virtualEvents }', '{ ...deps, virtualEvents: [] }'],
  ]),
]

/** Requests, events and payments. */
const SALES: readonly RowBreak[] = [
  ...inFile(`${REQUESTS}/present-request.ts`, [
    [
      'S3-013',
      '{ id: row.influencerId, username: request.influencerName }',
      '{ id: row.buyerId, username: request.buyerName }',
    ],
    ['S3-014', 'live_event: presentEvent(request.event)', 'live_event: null'],
  ]),
  ...inFile(`${REQUESTS}/create-request.ts`, [
    ['S3-011', "state: 'offered' as const", "state: 'accepted' as const"],
    ['S3-016', '${safeNextPath(path, fallback)}', '${path || fallback}'],
  ]),
  ...inFile(`${REQUESTS}/request.ts`, [
    ['S4-002', 'request.paidAt !== null', "request.paymentStatus === 'paid'"],
    ['S7-027', "if (request.state !== 'offered') return STANDS[request.state]\n", ''],
    ['S1-006', 'influencerId: input.claimantId, claimedAt', 'claimedAt'],
    [
      'S1-007',
      "change({ paymentStatus: 'paid', paidAt: now })\n    if",
      "change({ paymentStatus: 'processing' })\n    if",
    ],
  ]),
  ...inFile(`${REQUESTS}/routes.ts`, [
    [
      'S6-003',
      "config: { policy: 'person', age: true, ...deps.limitOf('payment') }",
      "config: { policy: 'influencer', age: true, ...deps.limitOf('payment') }",
    ],
    [
      'S7-012',
      '? incoming : { influencerId, buyerSideId: viewerId }',
      '? incoming : { ...incoming, buyerSideId: viewerId }',
    ],
    ['S7-015', ' || influencerId) return false', ') return false'],
    ['S7-021', 'cardId: request.body?.card ?? null', 'cardId: null'],
    ['S7-026', 'const filter = { incomingOf: viewerId', 'const filter = { buyerSideId: viewerId'],
  ]),
  ...inFile(`${REQUESTS}/prepaid/prepaid-routes.ts`, [
    [
      'S6-005',
      "'/api/parley/prepaid/:id/accept/',\n      {\n        config: { policy: 'person'",
      "'/api/parley/prepaid/:id/accept/',\n      {\n        config: { policy: 'influencer'",
    ],
    ['S7-023', 'reply.code(201)', 'reply.code(200)'],
    ['S7-024', '{ prepaidOf: viewerId }', '{ incomingOf: viewerId }'],
  ]),
  ...inFile(`${REQUESTS}/book-private.ts`, [
    ['S1-004', 'influencerId: offer.influencerId,', 'influencerId: null,'],
  ]),
  ...inFile(`${REQUESTS}/offers.ts`, [['S7-020', 'currency: CURRENCY', "currency: 'eur'"]]),
  ...inFile(`${REQUESTS}/prepaid/create-prepaid.ts`, [
    ['S7-023', 'link.duration_display ?? SECONDS', 'SECONDS'],
  ]),
  ...inFile(`${REQUESTS}/places/book-place.ts`, [
    ['S1-005', "requestType: 'broadcast'", "requestType: 'private'"],
    ['S7-014', 'pricePence: offer.pricePence', 'pricePence: pence(2500)'],
  ]),
  ...inFile(`${REQUESTS}/places/place-routes.ts`, [
    [
      'S6-004',
      "config: { policy: 'person', age: true, ...deps.limitOf('payment') }",
      "config: { policy: 'influencer', age: true, ...deps.limitOf('payment') }",
    ],
    [
      'S7-016',
      "if (!place) throw refuse.notFound('You have no place at this event')",
      "if (place) throw refuse.notFound('You have no place at this event')",
    ],
  ]),
  ...inFile(`${REQUESTS}/problems/report-problem.ts`, [
    [
      'S10-042',
      "if (earlier.some(({ state }) => state === 'open')) throw refuse.conflict(messages.problemKnown)",
      '',
    ],
    ['S10-042', 'if (!isForRecord || isForStaff(row, earlier, report.reporterId))', 'if (!isForRecord)'],
    ['S10-042', 'patch: { problemOpen: true }', 'patch: {}'],
  ]),
  ...inFile(`${EVENTS}/present-event.ts`, [
    ['S3-009', 'profile: { picture: imageAddress(event.imageId) }', 'profile: { picture: null }'],
  ]),
  ...inFile(`${EVENTS}/save-event.ts`, [
    [
      'S1-003',
      'written.pricePence ?? profile.eventPricePence',
      'profile.eventPricePence ?? profile.pricePence',
    ],
    ['S6-011', 'if (before?.influencerId !== person.id) throw', 'if (!before) throw'],
    ['S10-025', "const mayOverlap = event.format === 'broadcast'", 'const mayOverlap = true'],
  ]),
  ...inFile(`${EVENTS}/show-event.ts`, [
    [
      'S7-017',
      'await findVisibleProfile(deps, { username: found.owner.username, viewer: input.viewer })\n',
      '',
    ],
  ]),
  ...inFile(`${EVENTS}/list-live-events.ts`, [
    [
      'S7-018',
      'await presentEvents(deps, deps.db, rows)',
      'await presentEvents(deps, deps.db, rows.toReversed())',
    ],
  ]),
  ...inFile(`${PAYMENTS}/cards/card-wallet.ts`, [
    ['S6-006', 'await keepCard(deps, tx, { userId, card })', 'void card'],
    ['S7-009', "client_secret: setup.clientSecret ?? ''", "client_secret: ''"],
    ['S7-010', ' || setup.customerId !== customerId', ''],
    [
      'S4-015',
      "if (setup.status !== 'succeeded' || !setup.card) throw refuse.unpaid('The card has not been confirmed yet')",
      'if (!setup.card) return',
    ],
    ['S7-046', '.set({ removedAt: deps.clock.now() })', '.set({ removedAt: null })'],
  ]),
  ...inFile(`${SERVER}/domains/notifications/invitations/invitation-mails.ts`, [
    ['S10-060', 'sequence: entry.sequence + 1 }', 'sequence: entry.sequence }'],
    ['S10-060', 'sequence: (row.slotSequence ?? 0) + STEPS', 'sequence: STEPS'],
  ]),
  ...inFile(`${SERVER}/domains/notifications/invitations/event-invitations.ts`, [
    ['S10-060', 'sequence: event.dateSequence,', 'sequence: 0,'],
  ]),
  ...inFile(`${SERVER}/domains/schedule/slots/free-slots.ts`, [
    ['S10-024', 'nowMs + rules.notice * MINUTE_MS', 'nowMs'],
    ['S10-024', 'last.endMs <= startMs - beforeMs', 'last.endMs <= startMs'],
    ['S10-024', '>= rules.dailyLimit', '> rules.dailyLimit'],
  ]),
  ...inFile(`${SERVER}/domains/staff/cases/search.ts`, [
    ['S10-037', "?.replace(/\\/$/, '').split('/').at(-1) ?? q", ' ?? q'],
  ]),
  ...inFile(`${CALLS}/personal-data.ts`, [['S10-044', 'await eraseOpinions(tx, userId)\n', '']]),
  ...inFile(`${SERVER}/domains/safety/personal-data.ts`, [
    ['S10-044', 'blocked: await listBlocked(db, userId),\n', ''],
  ]),
  ...inFile('apps/web/app/features/calendar/calendar-days.ts', [
    ['S10-062', '\n    .toSorted((a, b) => a.start.getTime() - b.start.getTime())', ''],
  ]),
  ...inFile('apps/web/app/pages/calendar/next-call.ts', [['S10-062', 'isPaid(request) &&\n', '']]),
  ...inFile('apps/web/app/features/requests/booking/session-request.ts', [
    ['S10-063', 'return { slot, money_back: money_back.policy }', 'return { slot }'],
  ]),
]

/** Calls and their sockets. */
const MEETINGS: readonly RowBreak[] = [
  ...inFile(`${CALLS}/presence/call-presence.ts`, [
    ['S1-009', "case 'stats':\n        sendToAll(room, message.stats)\n", "case 'stats':\n"],
  ]),
  ...inFile(`${CALLS}/presence/presence-stats.ts`, [
    ['S3-029', 'const lurkers = total - (owner ? 1 : 0)', 'const lurkers = total'],
    ['S7-040', 'if (isPerformer(subject, person.id)) return', 'if (!isPerformer(subject, person.id)) return'],
  ]),
  ...inFile(`${CALLS}/joining.ts`, [
    [
      'S3-012',
      'if (subject.opensAt && now < subject.opensAt) return',
      'if (subject.opensAt && now > subject.opensAt) return',
    ],
    [
      'S7-032',
      "isPerformer(subject, personId) || place === 'paid' || isUsher",
      'isPerformer(subject, personId) || isUsher',
    ],
  ]),
  ...inFile(`${CALLS}/issue-ticket.ts`, [
    ['S1-008', "canPublish: subject.kind === 'call' || isOwner || guest !== null", 'canPublish: isOwner'],
    ['S3-033', 'is_influencer: isOwner', 'is_influencer: false'],
    ['S6-009', 'is_influencer: isOwner', 'is_influencer: true'],
    ['S7-022', 'session: ticket.room', "session: ''"],
  ]),
  ...inFile(`${SERVER}/providers/errors-sentry/sentry-reports.ts`, [
    ['S7-043', 'Math.random() < TRACES_SAMPLE_RATE', 'Math.random() > TRACES_SAMPLE_RATE'],
  ]),
  ...inFile(`${CALLS}/presence/login-watch.ts`, [
    [
      'S10-049',
      "if (revoked.has(socket.person.loginId)) socket.close(closeCodes.badToken, 'logged out')",
      'void [revoked, socket, closeCodes]',
    ],
  ]),
  ...inFile(`${CALLS}/clock/paid-time.ts`, [
    ['S4-023', 'startedAtMs + totalMs - usedBeforeMs', 'startedAtMs + totalMs + 1_000'],
  ]),
  ...inFile(`${SERVER}/domains/safety/suspensions/suspend-person.ts`, [
    ['S10-038', 'await closeAccount(tx, userId, now)\n', ''],
  ]),
  ...inFile(`${CALLS}/calls.ts`, [
    ['S6-013', "      chatChannel(ticketDeps, 'paidchat'),\n", ''],
    ['S7-033', "      chatChannel(ticketDeps, 'paidchat'),\n", "      chatChannel(ticketDeps, 'chat'),\n"],
  ]),
  ...inFile(`${CALLS}/routes.ts`, [['S7-029', "joinAs('influencer', deps", "joinAs('buyer', deps"]]),
]

/** Bugs of what the server answers, by path, field and message. */
export const WIRE_BREAKS: readonly RowBreak[] = [...PEOPLE, ...SALES, ...MEETINGS]
