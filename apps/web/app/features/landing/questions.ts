export interface Question {
  ask: string
  answer: string
}

/** Questions and answers; the landing page shows the first few. */
export const QUESTIONS: readonly Question[] = [
  {
    ask: 'How do I book a call?',
    answer:
      'Open the profile of the person you want to talk to, check the price and the length, and confirm. You pay by card; the call opens as soon as the payment is through and both of you are there.',
  },
  {
    ask: 'When does my time start to run?',
    answer:
      'Only while both of you are in the call and sound or picture flows. Waiting costs nothing, and when a connection drops the clock stops until you are both back.',
  },
  {
    ask: 'When do I get my money back?',
    answer:
      'All of it when a request is rejected, or cancelled before any time was used, or never used within 30 days. If the influencer or the platform cuts a call short, the unused seconds are paid back. The rule is shown before you pay.',
  },
  {
    ask: 'What do I need for a call?',
    answer:
      'A current browser, a camera and a microphone. There is nothing to install. You can test your camera and microphone before you join.',
  },
  {
    ask: 'How are influencers paid?',
    answer:
      'You set your price and the length of a call. Money for a completed call is released to you 48 hours later, less the platform fee that your profile shows you.',
  },
  {
    ask: 'What is a prepaid link?',
    answer:
      'A paid offer with a link of its own. Whoever you send it to can claim it and have the call with you; it can be claimed once.',
  },
  {
    ask: 'Are calls recorded?',
    answer: 'No. Picture and sound pass through the server and are not stored.',
  },
]
