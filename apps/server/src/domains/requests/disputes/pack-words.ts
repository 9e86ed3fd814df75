import type { EvidenceFile } from '../../payments/public.ts'
import type { PackFacts } from './pack-record.ts'
import { ABSENT_RULE_WORDS, lineWords, turnEnd, turnSold } from './turn-words.ts'

/** A heading and its lines, as the bank reads them. */
export interface PackSection {
  heading: string
  lines: string[]
}

/** Moments as the bank reads them: in UTC, to the second. */
const momentOf = (iso: string | null): string =>
  iso === null ? 'never' : `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
/** The influencer reads it, and a bank may show it to the buyer. */
const shownRule = (rule: string | null) => (rule === 'reported' ? 'staff_decide' : rule)
const plain = (code: string | null): string => (code === null ? 'open' : code.replaceAll('_', ' '))
const PARTY: Record<string, string> = {
  buyer: 'the buyer left',
  influencer: 'the influencer left',
  time: 'the paid time was used up',
  platform: 'the connection ended, or the platform ended the call',
}

type Together = PackFacts['attendance']['together'][number]

/** How the two came apart; a dated call that ran to its agreed end was not cut off by anything. */
function endingOf({ end, endedBy }: Together, { sale: { agreed }, turn }: PackFacts): string {
  if (!endedBy) return ''
  if (turn && endedBy === 'platform') return ': somebody ended the turn, or the connection ended'
  const isAgreedEnd = endedBy === 'platform' && end && agreed && Date.parse(end) >= Date.parse(agreed.end)
  return `: ${isAgreedEnd ? 'the agreed time was over' : (PARTY[endedBy] ?? endedBy)}`
}

/** What the pack says, in sections; the file, the desk and the provider's fields all read it here. */
export function packSections(facts: PackFacts): PackSection[] {
  return [
    soldSection(facts, `Payment ${facts.sale.reference}. `),
    confirmedSection(facts),
    thereSection(facts),
    ...mediaSection(facts),
    endSection(facts),
    {
      heading: 'Mails to the buyer',
      lines: facts.mails.length === 0 ? ['None was sent.'] : facts.mails.map(mailLine),
    },
  ]
}

type Mail = PackFacts['mails'][number]
const mailLine = ({ kind, at, words }: Mail): string =>
  `${momentOf(at)}: ${plain(kind)}${words ? `. ${words}` : ''}`

/** A file of its own beside the whole record. */
export interface PackDocument {
  title: string
  sections: PackSection[]
}

/** The files for the fields that take no text: the receipt, the refund policy as it was shown, the mails. */
export function packDocuments(facts: PackFacts): Partial<Record<EvidenceFile, PackDocument>> {
  const mails = facts.mails.map(mailLine)
  return {
    receipt: { title: 'Receipt', sections: [receiptSection(facts)] },
    refund_policy: { title: 'Refund policy', sections: [confirmedSection(facts)] },
    ...(mails.length === 0
      ? {}
      : {
          customer_communication: {
            title: 'Communication with the buyer',
            sections: [{ heading: 'Mails to the buyer', lines: mails }],
          },
        }),
  }
}

function receiptSection(facts: PackFacts): PackSection {
  const { sale, outcome, mails } = facts
  const sent = mails.filter(({ kind }) => kind === 'receipt')
  return {
    heading: 'Receipt of the payment',
    lines: [
      `Paid £${sale.price} ${momentOf(sale.paidAt)}, payment ${sale.reference}.`,
      `For: a ${whatOf(facts)}: ${sale.what}`,
      ...(outcome.refunded === '0.00' ? [] : [`£${outcome.refunded} of it went back to the buyer.`]),
      ...sent.map(mail => `Sent to the buyer by mail ${mailLine(mail)}`),
    ],
  }
}

/** The same for the influencer: no payment of the buyer, nothing that their browser sent, and none of their mails. */
export const sectionsForInfluencer = (facts: PackFacts): PackSection[] => [
  soldSection(facts, ''),
  confirmedSection(facts),
  thereSection(facts),
  endSection(facts),
]

function soldSection(facts: PackFacts, payment: string): PackSection {
  const { sale } = facts
  const agreed = sale.agreed && `Agreed time: ${momentOf(sale.agreed.start)} to ${momentOf(sale.agreed.end)}.`
  return {
    heading: 'What was sold',
    lines: [
      `A ${whatOf(facts)}: ${sale.what}`,
      `Price £${sale.price} for ${sale.durationSeconds} seconds.`,
      `${payment}Booked ${momentOf(sale.bookedAt)}, paid ${momentOf(sale.paidAt)}.`,
      ...(agreed ? [agreed] : []),
      ...(facts.turn ? [lineWords(facts.turn, momentOf)] : []),
    ],
  }
}

const confirmedSection = ({ terms, turn }: PackFacts): PackSection => ({
  heading: 'What the buyer confirmed before paying',
  lines: [
    terms.sentence,
    ...(turn ? [ABSENT_RULE_WORDS[turn.absentRule]] : []),
    ...(terms.confirmed === '' ? [] : [terms.confirmed]),
    `Shown beside the button, confirmed ${momentOf(terms.confirmedAt)}.`,
  ],
})

const thereSection = (facts: PackFacts): PackSection => ({
  heading: isPlace(facts)
    ? 'When the event was on air, by the media that our servers received'
    : 'Who was there, by the media that our servers received',
  lines: activityLines(facts),
})

const endSection = (facts: PackFacts): PackSection => {
  const { attendance, sale, outcome } = facts
  return {
    heading: 'How it ended',
    lines: [
      `${attendance.usedSeconds} of ${sale.durationSeconds} seconds were ${isPlace(facts) ? 'broadcast' : 'used'}.`,
      `Result: ${plain(outcome.outcome)}; rule: ${plain(shownRule(outcome.rule))}. £${outcome.refunded} went back to the buyer.`,
    ],
  }
}
/** Of a longer call the record is there, and the lines end. */
const MEDIA_LINES_MAX = 240

/** What arrived of each side, minute by minute. */
function mediaSection({ media }: PackFacts): PackSection[] {
  if (!media) return []
  const minutes = [...new Set(media.map(({ minute }) => minute))]
  const of = (minute: string) =>
    media
      .filter(each => each.minute === minute)
      .map(({ side, packets, bytes }) => `${side} ${packets} packets, ${bytes} bytes`)
      .join('; ')
  const lines = minutes.slice(0, MEDIA_LINES_MAX).map(minute => `${momentOf(minute)}: ${of(minute)}`)
  const left = minutes.length - lines.length
  return [
    {
      heading: 'Media that our servers received, minute by minute',
      lines:
        lines.length === 0
          ? ['None was counted.']
          : left > 0
            ? [...lines, `And ${left} minutes more.`]
            : lines,
    },
  ]
}

function whatOf(facts: PackFacts): string {
  if (facts.turn) return turnSold(facts)
  return isPlace(facts) ? 'place at a live event' : 'video call with an influencer'
}
/** Whether it is a place at a broadcast; a turn of a queue is a call of two. */
const isPlace = ({ sale, turn }: PackFacts): boolean => sale.kind === 'broadcast' && !turn

/** The joins and leaves, one a line; of a broadcast when it was on air, as nothing is kept of who watched. */
export function activityLines(facts: PackFacts): string[] {
  const { attendance, sale, turn } = facts
  if (isPlace(facts)) {
    const onAir = attendance.together.map(
      ({ start, end }) => `The event was on air from ${momentOf(start)} to ${end ? momentOf(end) : 'now'}.`,
    )
    return [
      `The buyer's place was paid ${momentOf(sale.paidAt)}.`,
      ...(onAir.length > 0 ? onAir : ['The event was not on air.']),
    ]
  }
  const side = (name: string, { firstSeen, lastSeen }: PackFacts['attendance']['buyer']) =>
    `${name}: first seen ${momentOf(firstSeen)}, last seen ${momentOf(lastSeen)}.`
  // The influencer of a turn whose room nobody opened was not away: they met others of the line.
  const isRoomUsed = !turn || attendance.buyer.firstSeen !== null || attendance.influencer.firstSeen !== null
  return [
    ...(isRoomUsed
      ? [side('The buyer', attendance.buyer), side('The influencer', attendance.influencer)]
      : ['No media arrived in the room of this turn.']),
    ...attendance.together.map(
      stretch =>
        `Both together from ${momentOf(stretch.start)} to ${stretch.end ? momentOf(stretch.end) : 'now'}${endingOf(stretch, facts)}.`,
    ),
    ...(turn ? turnLines(turn, facts) : []),
  ]
}

function turnLines(turn: NonNullable<PackFacts['turn']>, { outcome }: PackFacts): string[] {
  const { waitedSeconds: waited } = turn
  return [
    ...(waited > 0
      ? [`The influencer was in the room of the turn without the buyer for ${waited} seconds.`]
      : []),
    turnEnd(turn, outcome),
  ]
}

/** When the service was given, for the provider's field. */
export function serviceDateOf({ attendance, sale, turn }: PackFacts): string {
  const planned = sale.agreed?.start ?? turn?.lineStartsAt
  return momentOf(attendance.together[0]?.start ?? planned ?? sale.paidAt)
}

/** What the influencer wrote, as the bank reads it: it says whose words these are. */
export const statementText = (text: string): string =>
  `Statement of the influencer who sold this, in their own words:\n${text}`

/** Lines as one text of so many characters at most; where there are more of them, it says how many. */
export function linesWithin(lines: readonly string[], most: number): string {
  const whole = lines.join('\n')
  if (whole.length <= most) return whole
  const moreOf = (count: number) => `And ${count} lines more.`
  const shown: string[] = []
  let left = most - moreOf(lines.length).length
  for (const line of lines) {
    left -= line.length + 1
    if (left < 0) break
    shown.push(line)
  }
  return [...shown, moreOf(lines.length - shown.length)].join('\n')
}
