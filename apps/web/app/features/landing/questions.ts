import { EVENT_START_GRACE_MS } from '@parley/contract/constants'
import { plural, t } from '../../language/text.ts'

export interface Question {
  ask: string
  answer: string
}

export interface QuestionGroup {
  title: string
  questions: readonly Question[]
}

/** The four questions of the landing page, which the FAQ page has too. */
export const firstQuestions = (): readonly Question[] => [
  {
    ask: t('How do I book a call?'),
    answer: t(
      'Open the profile of the person you want to talk to, check the price and the length, and confirm. You pay by card; the call opens as soon as the payment is through and both of you are there.',
    ),
  },
  {
    ask: t('When does my time start to run?'),
    answer: t(
      'Only while both of you are in the call and sound or picture flows. Waiting costs nothing, and when a connection drops the clock stops until you are both back.',
    ),
  },
  {
    ask: t('When do I get my money back?'),
    answer: t(
      'All of it when a request is rejected, cancelled before the call begins, not used within 30 days, or when the influencer does not come to an agreed start. Of a call you pay for the seconds you were both there. The rest comes back to you, unless you end the call yourself, or stay away while the influencer waits for 10 minutes or as long as was left. The rule is shown before you pay.',
    ),
  },
  {
    ask: t('What do I need for a call?'),
    answer: t(
      'A current browser, a camera and a microphone. There is nothing to install. You can test your camera and microphone before you join. If a link opened inside another app that cannot do calls, the page offers to open it in your browser.',
    ),
  },
]

const waysToMeet = (): readonly Question[] => [
  {
    ask: t('What is a prepaid link?'),
    answer: t(
      'A paid offer with a link of its own. Whoever you send it to can accept it and have the call with you; it can be accepted once. Nobody accepts it within 30 days, or you revoke it before the call begins: all your money comes back.',
    ),
  },
  {
    ask: t('What is a live event?'),
    answer: t(
      'A broadcast by an influencer for everyone who has booked a place. You watch and listen; your camera stays off. If it is cancelled, or does not start within {minutes} minutes of its time, every place is paid back.',
      { minutes: EVENT_START_GRACE_MS / 60_000 },
    ),
  },
  {
    ask: t('Can a call have a date?'),
    answer: t(
      'Yes. When you ask for a call you may name a day and a time. Without one, the call opens for both of you as soon as it is paid for.',
    ),
  },
]

const forInfluencers = (releaseAfterHours: number): readonly Question[] => [
  {
    ask: t('How am I paid?'),
    answer: plural(releaseAfterHours, {
      one: 'You set your price and the length of a call. Money for a completed call is released to you {count} hour later, less the platform fee that your profile shows you, and paid out a week after that.',
      other:
        'You set your price and the length of a call. Money for a completed call is released to you {count} hours later, less the platform fee that your profile shows you, and paid out a week after that.',
    }),
  },
  {
    ask: t('Can I say no to a request?'),
    answer: t(
      'Yes, as long as the call has not begun. Reject it with or without a reason, and whoever booked gets all their money back.',
    ),
  },
  {
    ask: t('May I change my price?'),
    answer: t(
      'At any time, on your own profile. What was booked before keeps the price and the length it was booked with.',
    ),
  },
]

const moneyAndPrivacy = (): readonly Question[] => [
  {
    ask: t('Is my card safe?'),
    answer: t(
      'Your card number goes to the payment provider directly and never to us. We keep the brand, the last four digits and the expiry, so that you can tell your cards apart, and you can remove a card in your account.',
    ),
  },
  {
    ask: t('Are calls recorded?'),
    answer: t('No. Picture and sound pass through the server and are not stored.'),
  },
  {
    ask: t('Who sees my email address?'),
    answer: t(
      'Nobody but us, unless you switch on “Expose your email” in your account. The other person in a call sees your username.',
    ),
  },
  {
    ask: t('How do I delete my account?'),
    answer: t(
      'In your account, under Security, with your password. If a paid request is still open or earnings are still to be paid out, the page says so and what to finish first.',
    ),
  },
]

/** Every question of the FAQ page, with this site's hours until money is released. */
export const questionGroups = (releaseAfterHours: number): readonly QuestionGroup[] => [
  { title: t('Booking and calls'), questions: firstQuestions() },
  { title: t('Ways to meet'), questions: waysToMeet() },
  { title: t('For influencers'), questions: forInfluencers(releaseAfterHours) },
  { title: t('Money and privacy'), questions: moneyAndPrivacy() },
]
