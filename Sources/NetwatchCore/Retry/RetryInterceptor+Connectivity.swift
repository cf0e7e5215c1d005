extension RetryInterceptor {
  /// Makes a retryable failure wait for connectivity while the connection is assumed unavailable.
  ///
  /// It awaits what the manager says to deciders, in which a loss counts at once and a verification
  /// under way is awaited. While the connection is available, or where the work does not need it, it
  /// has no opinion. At the level `limited`, where connectivity may be there and the probes wrong, one
  /// failure a step is retried at once as the canary.
  ///
  /// - Parameters:
  ///   - manager: Who knows whether there is a connection.
  ///   - id: Its name in histories.
  /// - Returns: An interceptor that can be shared between clients.
  public static func retryWhenConnected(
    _ manager: any ConnectivityManagerProtocol,
    id: String = "retryWhenConnected"
  ) -> RetryInterceptor {
    RetryInterceptor(id: id) { question in
      let failure = question.failure
      guard failure.isRetryable else {
        return .noOpinion(failure.finalityText)
      }
      guard failure.needsConnectivity else {
        return .noOpinion("this does not depend on connectivity")
      }
      guard try await !manager.settledAvailability() else {
        return .noOpinion("the connection is assumed available")
      }
      // A scheduler asks for leave itself, and gives it to the job whose turn it is.
      guard OuterChain.decides || !manager.claimCanary() else {
        return .retry(after: .zero, "again at once, as the canary of limited connectivity")
      }
      return .retry(when: .connectivity(manager), "again when connectivity returns")
    }
  }

  /// Parks a job at its destination when nothing of an attempt reached the server.
  ///
  /// It is meant for the interceptors of a scheduler, where it costs the job no attempt. For other
  /// failures, and for those that are not retryable, it has no opinion.
  ///
  /// - Parameter id: Its name in histories.
  /// - Returns: An interceptor that can be shared between schedulers.
  public static func parkAtDestination(id: String = "parkAtDestination") -> RetryInterceptor {
    RetryInterceptor(id: id) { question in
      let failure = question.failure
      guard failure.isRetryable else {
        return .noOpinion(failure.finalityText)
      }
      guard failure.nothingReachedServer else {
        return .noOpinion("the server may have been reached")
      }
      return .retry(when: .destination, "again when the destination opens")
    }
  }
}
