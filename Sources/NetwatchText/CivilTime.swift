internal import CLinux
internal import Glibc
package import NetwatchCore

/// A moment as a calendar and a clock on the wall show it.
package struct CivilTime: Equatable {
  package var year: Int64
  package var month: Int64
  package var day: Int64
  package var hour: Int64
  package var minute: Int64
  package var second: Int64

  /// A moment in Coordinated Universal Time.
  package static func utc(_ time: WallTime) -> Self {
    let (days, rest) = time.seconds.flooredDivision(by: 86_400)
    let (year, month, day) = date(daysSince1970: days)
    return Self(
      year: year,
      month: month,
      day: day,
      hour: rest / 3600,
      minute: rest / 60 % 60,
      second: rest % 60
    )
  }

  /// A moment in the time zone of the process; in Coordinated Universal Time where it has none.
  package static func local(_ time: WallTime) -> Self {
    var seconds = time_t(time.seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil else { return utc(time) }
    return unsafe Self(
      year: Int64(parts.tm_year) + 1900,
      month: Int64(parts.tm_mon) + 1,
      day: Int64(parts.tm_mday),
      hour: Int64(parts.tm_hour),
      minute: Int64(parts.tm_min),
      second: Int64(parts.tm_sec)
    )
  }

  /// The proleptic Gregorian calendar, by Howard Hinnant's `civil_from_days`: years begin in March, so
  /// that the leap day comes last, and 400 of them have 146,097 days.
  private static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}

extension Int64 {
  fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
