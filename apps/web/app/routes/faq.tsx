import { FaqPage } from '../features/landing/faq-page.tsx'

export const meta = () => [
  { title: 'Questions · Parley' },
  { name: 'description', content: 'How booking, paying, calls and refunds work on Parley.' },
]

export default function Faq() {
  return <FaqPage />
}
