export default function Paidchat() {
  return null
}
